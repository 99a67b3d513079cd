// The cost of a CRC-32 on one thread: cksum's user time, so that reading the file is not counted. Its CRC has another
// order of bits and the same cost.
import { spawnSync } from "node:child_process"
import { find } from "../optional.mjs"
import { childrenMs } from "../process.mjs"

/** Milliseconds for the file; null if cksum is missing. */
export function crc32Ms(file) {
  const program = find("cksum")
  if (program === null) return null
  const before = childrenMs({ userOnly: true })
  const ran = spawnSync(program, [file], { stdio: "ignore" })
  if (ran.status !== 0) throw new Error("cksum failed")
  return childrenMs({ userOnly: true }) - before
}
