// wrk: a client that asks again at once and costs next to nothing, so that it is the server whose caches are warm.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { once } from "node:events"
import { find } from "../optional.mjs"
import { cpuOf } from "../measure.mjs"

const SECONDS = 3
const LIBRARIES = ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"]

/** CPU of `server` per request of one client that keeps it busy, in milliseconds; null where there is no wrk. */
export async function perRequest(server, url, { headers = {}, script = "" } = {}) {
  const program = find("wrk")
  if (program === null) return null
  const folder = mkdtempSync(join(tmpdir(), "vitrine-wrk-"))
  try {
    const file = join(folder, "requests.lua")
    writeFileSync(file, script)
    const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
    const ask = (seconds) => run(program, ["-t1", "-c1", `-d${seconds}s`, "-s", file, ...given, url])
    await ask(1)
    let requests = 0
    const cpu = await cpuOf(server, async () => (requests = await ask(SECONDS)))
    return cpu / requests
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** How many requests were answered well; that all were is sure afterwards. */
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
