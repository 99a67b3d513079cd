// docs/reference/figures.md: the last figure of every row, below the machine and the day that it was measured on.
// A peer that was measured in the same run stands beside it by its name.
import { existsSync, readFileSync, writeFileSync } from "node:fs"

const page = new URL("../docs/reference/figures.md", import.meta.url)

const opening = `# Figures

Written by \`make bench\`: what was measured, the goal, and beside it what another program, a library or the
plainest case needs for the same, measured in the same run.
[Sizing](../guides/sizing.md) says what they mean for an installation.
`
const columns = ["What", "Measured", "Goal", "Beside"]

/** Puts the rows of a run into the page. */
export function writeFigures(results, at = new Date()) {
  const before = existsSync(page) ? readFileSync(page, "utf8") : ""
  writeFileSync(page, withRows(before, results, at))
}

/** The page with these rows first; older rows of the same names are gone. */
export function withRows(before, results, at) {
  const measured = results.filter((row) => row.value !== null)
  if (measured.length === 0) return before
  const names = new Set(measured.map(({ name }) => cell(name)))
  const title = `## ${measured[0].machine}, ${at.toISOString().slice(0, 10)}`
  const older = sections(before).map(({ title, lines }) => ({ title, lines: lines.filter((line) => !names.has(nameIn(line))) }))
  const same = older.find((section) => section.title === title)
  const lines = [...(same?.lines ?? []), ...measured.map(line)]
  const all = [{ title, lines }, ...older.filter((section) => section !== same && section.lines.length > 0)]
  return [opening, ...all.map(table)].join("\n")
}

const cell = (text) => String(text).replaceAll("|", "/")
const joined = (cells) => `| ${cells.join(" | ")} |`
const nameIn = (line) => line.slice(2).split(" | ")[0]

function line({ name, value, unit, goal, met, atLeast, baseline, beside }) {
  const asked = goal === null ? "" : `${atLeast ? "≥" : "≤"} ${goal}${met ? "" : ", not met"}`
  return joined([cell(name), `${value} ${unit}`, asked, baseline === null ? "" : `${cell(beside)}: ${baseline} ${unit}`])
}

function table({ title, lines }) {
  return `${[title, "", joined(columns), "|---|---|---|---|", ...lines].join("\n")}\n`
}

function sections(text) {
  const parts = text.split(/^(?=## )/m).filter((part) => part.startsWith("## "))
  return parts.map((part) => {
    const [title, ...rest] = part.trimEnd().split("\n")
    return { title, lines: rest.filter((row) => row.startsWith("| ") && row !== joined(columns)) }
  })
}
