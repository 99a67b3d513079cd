// wrk: clients that send the next request at once and cost almost nothing. A busy server is
// measured this way; one that sleeps between two calls is charged for waking up, which on a virtual
// machine costs more than many a call.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { once } from "node:events"
import { find } from "../optional.mjs"
import { cpuOf } from "../measure.mjs"

const CLIENTS = 8
const SECONDS = 3
const LIBRARIES = ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"]

/**
 * CPU of `server` per request of clients that keep it busy, in milliseconds; null if wrk is
 * missing.
 */
export async function perRequest(server, url, { headers = {}, script = "" } = {}) {
  const program = find("wrk")
  if (program === null) return null
  const folder = mkdtempSync(join(tmpdir(), "vitrine-wrk-"))
  try {
    const file = join(folder, "requests.lua")
    writeFileSync(file, script)
    const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
    const ask = (seconds) => run(program, ["-t1", `-c${CLIENTS}`, `-d${seconds}s`, "-s", file, ...given, url])
    await ask(1)
    let requests = 0
    const cpu = await cpuOf(server, async () => (requests = await ask(SECONDS)))
    return cpu / requests
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The number of successful answers; afterwards it is certain that all were. */
async function run(program, args) {
  const LD_LIBRARY_PATH = LIBRARIES.map((folder) => join(dirname(dirname(program)), folder)).join(":")
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, LD_LIBRARY_PATH } })
  let said = ""
  child.stdout.on("data", (chunk) => (said += chunk))
  const [code] = await once(child, "close")
  const requests = Number(/(\d+) requests in/.exec(said)?.[1] ?? 0)
  if (code !== 0 || requests === 0 || /Non-2xx|Socket errors/.test(said)) throw new Error(`wrk: ${code}\n${said}`)
  return requests
}
