import assert from "node:assert/strict"
import { test } from "node:test"
import { withRows } from "./figures.mjs"

const row = (name, value, over = {}) => ({
  name, value, unit: "ms", goal: 3, met: true, baseline: null, machine: "2 × this", ...over,
})
const rowsOf = (page) => page.split("\n").filter((line) => /^(## |\| )/.test(line) && !line.startsWith("| What"))

test("a row says its goal, whether it was met, and the figure of the peer that it stands beside", () => {
  const results = [row("page", 2), row("search | late", 9, { met: false }), row("upload", 900, { goal: 500, atLeast: true, baseline: 950, beside: "nginx PUT | BLAKE3" })]
  assert.deepEqual(rowsOf(withRows("", results, new Date("2026-11-23T10:00:00Z"))), [
    "## 2 × this, 2026-11-23",
    "| page | 2 ms | ≤ 3 |  |",
    "| search / late | 9 ms | ≤ 3, not met |  |",
    "| upload | 900 ms | ≥ 500 | nginx PUT / BLAKE3: 950 ms |",
  ])
})

test("a later run replaces its own rows and keeps the others with their day", () => {
  const first = withRows("", [row("page", 2), row("search", 4)], new Date("2026-11-22T10:00:00Z"))
  const second = withRows(first, [row("page", 1), row("walk", null)], new Date("2026-11-23T10:00:00Z"))
  assert.deepEqual(rowsOf(second), ["## 2 × this, 2026-11-23", "| page | 1 ms | ≤ 3 |  |", "## 2 × this, 2026-11-22", "| search | 4 ms | ≤ 3 |  |"])
  assert.deepEqual(rowsOf(withRows(second, [row("search", 5)], new Date("2026-11-23T11:00:00Z"))), [
    "## 2 × this, 2026-11-23", "| page | 1 ms | ≤ 3 |  |", "| search | 5 ms | ≤ 3 |  |",
  ])
  assert.equal(withRows(second, [row("page", null)], new Date()), second)
})
