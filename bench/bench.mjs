// `make bench`: prints the table and writes results.json. ROW=part of a name runs those rows only.
import { execFileSync } from "node:child_process"
import { add, leaveOut, record, write } from "./report.mjs"
import { rows } from "./rows/rows.mjs"
import { NODES, stage } from "./stage.mjs"

/** Programs that measure rows of their own: each prints results as lines of JSON, shaped as in results.json. */
const others = []

const wanted = rows.filter((row) => row.name.includes(process.env.ROW ?? ""))
if (wanted.length > 0) {
  console.log(`Making a house with ${NODES} entries …`)
  const bench = await stage()
  try {
    for (const row of wanted) await run(row, bench)
  } finally {
    await bench.end()
  }
}
for (const [command, ...args] of others) {
  const lines = execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
  for (const line of lines.split("\n").filter(Boolean)) add(JSON.parse(line))
}
write()

async function run(row, bench) {
  await bench.server.rest()
  try {
    record(row, await row.run(bench))
  } catch (error) {
    leaveOut(row, error)
  }
}
