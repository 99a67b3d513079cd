import assert from "node:assert/strict"
import { test } from "node:test"
import { merged, worse } from "./kept.mjs"

const row = (name, value, over = {}) => ({ name, value, unit: "ms", machine: "2 × this", ...over })

test("a figure that is worse by more than noise is told, the worst first", () => {
  const kept = [row("page", 1.5), row("search", 4), row("login", 20), row("tiny", 0.01), row("upload", 900, { atLeast: true })]
  const now = [row("page", 30), row("search", 6), row("login", 22), row("tiny", 0.05), row("upload", 500, { atLeast: true })]
  assert.deepEqual(worse(now, kept).map(({ name }) => name), ["page", "upload", "search"])
})

test("what was not measured, is new, or comes from another machine is not compared", () => {
  const kept = [row("page", 1), row("search", 1), row("walk", null)]
  const now = [row("page", 9, { machine: "8 × that" }), row("search", null), row("walk", 9), row("new", 9)]
  assert.deepEqual(worse(now, kept), [])
  assert.deepEqual(merged(now, kept).map(({ value }) => value), [1, 1, 9, 9, 9])
})
