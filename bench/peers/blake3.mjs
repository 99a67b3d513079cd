// The cost of hashing with BLAKE3 on one thread: b3sum's user time, so that reading the file is not
// counted.
import { spawnSync } from "node:child_process"
import { find } from "../optional.mjs"
import { childrenMs } from "../process.mjs"

/** Milliseconds for the file; null if b3sum is missing. */
export function blake3Ms(file) {
  const program = find("b3sum")
  if (program === null) return null
  const before = childrenMs({ userOnly: true })
  const ran = spawnSync(program, ["--no-mmap", "--num-threads", "1", file], { stdio: "ignore" })
  if (ran.status !== 0) throw new Error("b3sum failed")
  return childrenMs({ userOnly: true }) - before
}
