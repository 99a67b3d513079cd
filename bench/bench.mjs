// `make bench`: prints the table and writes results.json. ROW=part of a name runs those rows only.
import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { NODES, rows, stage } from "./rows.mjs"
import { seeded, signIn, start } from "./server.mjs"

const wanted = rows.filter((row) => row.name.includes(process.env.ROW ?? ""))
console.log(`Seeding ${NODES} entries …`)
const { data, remove } = seeded(NODES)
const first = await start(data)
await first.stop()
const server = await start(data)
const results = []
try {
  const bench = await stage(server, signIn)
  for (const { name, unit, goal, run } of wanted) {
    const value = Number((await run(bench)).toFixed(4))
    const met = goal === null ? null : value <= goal
    results.push({ name, value, unit, goal, baseline: null, met, machine: `${cpus().length} × ${cpus()[0].model}` })
    const said = goal === null ? "" : `goal ${goal}  ${met ? "met" : "not met"}`
    console.log(`${name.padEnd(42)} ${String(value).padStart(9)} ${unit.padEnd(7)} ${said}`)
  }
} finally {
  await server.stop()
  remove()
}
writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
