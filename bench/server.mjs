// Starts the release build on a data folder of its own and reads what it costs: CPU from /proc, memory from smaps.
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const PROGRAM = new URL("../target/release/vitrine", import.meta.url).pathname
const PASSWORD = "bench-Password-1"
const TICKS_PER_SECOND = 100

export function seeded(nodes) {
  const data = mkdtempSync(join(tmpdir(), "vitrine-bench-"))
  const ran = spawnSync(PROGRAM, ["seed", "--data", data, "--nodes", String(nodes), "--password", PASSWORD], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  if (ran.status !== 0) throw new Error("the seed failed")
  return { data, remove: () => rmSync(data, { recursive: true, force: true }) }
}

export async function start(data) {
  const begun = performance.now()
  const child = spawn(PROGRAM, ["serve", "--data", data, "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, VITRINE_LOG: "warn" },
  })
  const url = await new Promise((resolve, reject) => {
    let said = ""
    child.stdout.on("data", (chunk) => {
      said += chunk
      const found = /http:\/\/\S+/.exec(said)
      if (found) resolve(found[0])
    })
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)))
  })
  await fetch(`${url}/readyz`)
  const startSeconds = (performance.now() - begun) / 1000
  return { url, startSeconds, cpuMs: () => cpuMs(child.pid), pssMiB: () => pssMiB(child.pid), stop: () => stop(child) }
}

/** User and system time of a process and of its children that have ended, in milliseconds. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return (ticks * 1000) / TICKS_PER_SECOND
}

function pssMiB(pid) {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024
}

function stop(child) {
  return new Promise((resolve) => {
    child.removeAllListeners("exit")
    child.on("exit", resolve)
    child.kill("SIGTERM")
  })
}

/** A signed-in client whose calls throw unless they succeed. */
export async function signIn(url, email) {
  const call = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, { method, body, headers: { ...session, ...headers } })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const json = async (method, path, body) => {
    const response = await call(method, path, body && JSON.stringify(body), { "content-type": "application/json" })
    return response.status === 204 ? undefined : response.json()
  }
  let session = {}
  const { token } = await json("POST", "/api/core/auth/login", { email, password: PASSWORD })
  session = { authorization: `Bearer ${token}` }
  return { call, json, get: (path) => json("GET", path) }
}
