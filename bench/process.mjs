// The cost of a process, from /proc: CPU time in milliseconds, memory in MiB.
import { readFileSync, readdirSync } from "node:fs"

const TICK_MS = 10
const [USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM] = [11, 12, 13, 14]
const REST_MS = 2000
const TIMEOUT_MS = 120_000

/** User and system time of a process and of its children that have ended. */
export const cpuMs = (pid) => time(pid, [USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM])

/**
 * User and system time of this process's children that have ended; for `userOnly` the user time.
 */
export const childrenMs = ({ userOnly = false } = {}) =>
  time("self", userOnly ? [CHILDREN_USER] : [CHILDREN_USER, CHILDREN_SYSTEM])

function time(pid, fields) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const numbers = stat.slice(stat.lastIndexOf(") ") + 2).split(" ")
  return fields.reduce((sum, field) => sum + Number(numbers[field]), 0) * TICK_MS
}

/** What each thread of a process had used when it was last read, in nanoseconds. */
const used = new Map()

/** The same to the nanosecond, for short work: without children; of threads that ended, what was read of them. */
export function threadsMs(pid) {
  const threads = used.get(pid) ?? new Map()
  used.set(pid, threads)
  for (const thread of readdirSync(`/proc/${pid}/task`)) threads.set(thread, threadNs(pid, thread) ?? threads.get(thread) ?? 0)
  return [...threads.values()].reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}

/** Null for a thread that ended since it was listed. */
function threadNs(pid, thread) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0])
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return null
    throw error
  }
}

export const pssMiB = (pid) => rollupMiB(pid, "Pss")
/** What it wrote itself; the rest of its memory is the program's file, of which the kernel maps what it has cached. */
export const ownMiB = (pid) => rollupMiB(pid, "Pss_Anon")

function rollupMiB(pid, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the process and its children have done nothing for two seconds. */
export async function rest(pid) {
  const deadline = performance.now() + TIMEOUT_MS
  for (let before = cpuMs(pid); ; before = cpuMs(pid)) {
    await sleep(REST_MS)
    if (cpuMs(pid) - before <= TICK_MS) return
    if (performance.now() > deadline) throw new Error(`process ${pid} does not come to rest`)
  }
}
