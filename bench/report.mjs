// The table, results.json, the page of figures, and what got worse since the stored figures: each value beside its goal
// and, if there is one, its baseline.
import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { writeFigures } from "./figures.mjs"
import { compare } from "./kept.mjs"

const machine = `${cpus().length} × ${cpus()[0].model}`
const results = []

/** A row that this machine cannot measure, with the reason. */
export class Skipped extends Error {}

/**
 * The limit of a row: `goal` itself, `times` its baseline, or the stricter of both; without a goal,
 * null.
 */
function limitOf({ goal = null, times }, baseline) {
  if (times === undefined) return goal
  if (baseline === null) return null
  return Math.min(goal ?? Number.POSITIVE_INFINITY, times * baseline)
}

export function record(row, measured) {
  const { value, baseline = null } = typeof measured === "number" ? { value: measured } : measured
  const limit = limitOf(row, baseline)
  const met = limit === null ? null : row.atLeast ? value >= limit : value <= limit
  const result = { name: row.name, value: round(value), unit: row.unit, goal: round(limit), baseline: round(baseline), met }
  const peer = baseline === null ? {} : { beside: peerOf(row) }
  add({ ...result, ...(row.atLeast && { atLeast: true }), ...peer, machine }, row)
}

/** What the baseline of a row is of: a row that has one names it. */
function peerOf({ name, beside }) {
  if (beside === undefined) throw new Error(`${name} has a baseline of nothing`)
  return beside
}

/** A row without a value: it was skipped, or it failed. */
export function leaveOut(row, error) {
  const word = error instanceof Skipped ? "skipped" : "FAILED"
  results.push({ name: row.name, value: null, unit: row.unit, goal: row.goal ?? null, baseline: null, met: null, machine })
  console.log(`${row.name.padEnd(76)} ${word.padStart(9)} ${error.message}`)
  if (word === "FAILED") process.exitCode = 1
}

function add(result, { atLeast = false, times, beside = "", why = "" } = {}) {
  results.push(result)
  const { name, value, unit, goal, baseline, met } = result
  const sign = atLeast ? "≥" : "≤"
  const of = times === undefined || goal !== round(times * baseline) ? "" : ` = ${times} × ${beside}`
  const asked = goal === null ? "" : `${sign} ${goal}${of}`
  const word = { true: "met", false: "NOT MET", null: "" }[met]
  const peer = baseline === null ? why : `${beside} ${baseline} (${round(value / baseline, 3)} ×)`
  console.log(
    `${name.padEnd(76)} ${String(value).padStart(9)} ${unit.padEnd(7)} ${asked.padEnd(26)} ${word.padEnd(8)} ${peer}`.trimEnd(),
  )
}

/** Writes what is measured so far: a run that ends early keeps it. */
export function save() {
  writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  writeFigures(results)
}

export function write() {
  save()
  compare(results)
}

function round(number, digits = 4) {
  return number === null ? null : Number(number.toPrecision(digits))
}
