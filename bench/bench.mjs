// `make bench`: prints the table and writes results.json. ROW=part of a name runs those rows only.
import { execFileSync } from "node:child_process"
import { leaveOut, record, save, write } from "./report.mjs"
import { rows } from "./rows/rows.mjs"
import { NODES, stage } from "./stage.mjs"

/**
 * Programs that measure rows of their own; the names of their rows contain a common word: each
 * prints `name, value, unit, goal` as JSON.
 */
const others = [
  ["a million nodes", "cargo", "bench", "--quiet", "--package", "vitrine", "--bench", "heart"],
  ["100,000 users", "cargo", "bench", "--quiet", "--package", "vitrine", "--bench", "people"],
]

const wanted = rows.filter((row) => row.name.includes(process.env.ROW ?? ""))
if (wanted.length > 0) {
  console.log(`Seeding an installation with ${NODES} entries …`)
  const bench = await stage()
  try {
    for (const row of wanted) await run(row, bench)
  } finally {
    await bench.end()
  }
  save()
}
for (const [word, command, ...args] of others) {
  if (!word.includes(process.env.ROW ?? "")) continue
  console.log(`Measuring ${word} …`)
  const lines = execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  for (const line of lines.split("\n").filter(Boolean)) {
    const { name, value, unit, goal } = JSON.parse(line)
    record({ name: `${word}: ${name}`, unit, goal }, value)
  }
  save()
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
