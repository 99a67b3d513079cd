// The stored figures of the last run, and what has got worse since. `kept.json` is beside the
// results and belongs to this machine; a run in which nothing got worse replaces what it measured,
// and so does KEEP=1.
import { existsSync, readFileSync, writeFileSync } from "node:fs"

const file = new URL("kept.json", import.meta.url)

/**
 * A figure must be worse by this much to be reported: the same row varies by about a tenth from run
 * to run.
 */
const noise = 0.25
/** Smaller differences come from the clock and the scheduler. */
const least = { ms: 0.1, "ms CPU": 0.01, s: 0.05 }

export function readKept() {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []
}

/**
 * The rows of `results` that are worse than the stored ones of the same name, machine and unit, the
 * worst first.
 */
export function worse(results, kept) {
  const before = new Map(kept.map((row) => [key(row), row]))
  return results
    .flatMap((row) => {
      const old = before.get(key(row))
      if (old === undefined || row.value === null || old.value === null || old.value === 0) return []
      const [by, difference] = row.atLeast
        ? [old.value / row.value, old.value - row.value]
        : [row.value / old.value, row.value - old.value]
      const isWorse = by > 1 + noise && difference > (least[row.unit] ?? 0)
      return isWorse ? [{ name: row.name, unit: row.unit, before: old.value, now: row.value, by }] : []
    })
    .toSorted((one, other) => other.by - one.by)
}

/**
 * The figures to store after a run: its rows replace the old ones, which stay if nothing new was
 * measured.
 */
export function merged(results, kept) {
  const measured = results.filter((row) => row.value !== null)
  const names = new Set(measured.map(key))
  return [...kept.filter((row) => !names.has(key(row))), ...measured]
}

/** Reports what got worse and exits with 1, or stores the run. */
export function compare(results) {
  const kept = readKept()
  const found = worse(results, kept)
  for (const { name, unit, before, now, by } of found) {
    console.log(`WORSE ${name}: ${before} → ${now} ${unit} (${by.toFixed(2)} ×)`)
  }
  if (found.length > 0 && process.env.KEEP !== "1") {
    console.log(`${found.length} of ${results.length} rows got worse than the last ones kept. KEEP=1 keeps these.`)
    process.exitCode = 1
    return
  }
  writeFileSync(file, `${JSON.stringify(merged(results, kept), null, 2)}\n`)
}

function key({ name, machine, unit }) {
  return `${name}\n${unit}\n${machine}`
}
