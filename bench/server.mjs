// The measured program, on a data folder of its own: seeded, served, signed in to.
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { childrenMs, cpuMs, ownMiB, pssMiB, rest, threadsMs } from "./process.mjs"

const { VITRINE_PROGRAM, ...environment } = process.env

export const program = VITRINE_PROGRAM ?? fileURLToPath(new URL("../target/release/vitrine", import.meta.url))
export const people = ["ana.souza", "marcos.lima", "julia.mendes"].map((name) => `${name}@casalumen.example`)
export const [admin] = people
export const password = "bench-Password-1"

/** A data folder with the demonstration's organisation. */
export function seededFolder() {
  const data = mkdtempSync(join(tmpdir(), "vitrine-bench-"))
  seed(data)
  return { data, remove: () => rmSync(data, { recursive: true, force: true }) }
}

/** Adds `nodes` entries to a data folder; returns the CPU time that it took. */
export function seed(data, nodes = 0) {
  const before = childrenMs()
  const ran = spawnSync(program, ["seed", "--data", data, "--nodes", String(nodes), "--password", password], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...environment, VITRINE_LOG: "warn" },
  })
  if (ran.status !== 0) throw ran.error ?? new Error("the seed failed")
  return childrenMs() - before
}

/** Serves a data folder. Callers are distinguished by X-Forwarded-For, as behind a proxy; `more` are further settings. */
export async function serve(data, more = {}) {
  const begun = performance.now()
  const child = spawn(program, ["serve", "--data", data, "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...environment, VITRINE_LOG: "warn", VITRINE_TRUST_FORWARDED: "true", ...more },
  })
  const url = await announced(child)
  const healthy = await fetch(`${url}/readyz`)
  if (!healthy.ok) throw new Error(`the server is not healthy: ${healthy.status}`)
  const startSeconds = (performance.now() - begun) / 1000
  return {
    url,
    startSeconds,
    cpuMs: () => cpuMs(child.pid),
    threadsMs: () => threadsMs(child.pid),
    pssMiB: () => pssMiB(child.pid),
    ownMiB: () => ownMiB(child.pid),
    rest: () => rest(child.pid),
    stop: () => stop(child),
  }
}

function announced(child) {
  return new Promise((resolve, reject) => {
    let said = ""
    child.stdout.on("data", (chunk) => {
      said += chunk
      const found = /http:\/\/\S+/.exec(said)
      if (found) resolve(found[0])
    })
    child.on("error", reject)
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

function stop(child) {
  return new Promise((resolve) => {
    child.removeAllListeners("exit")
    child.on("exit", resolve)
    child.kill("SIGTERM")
  })
}

/** A user's session, from the address `from`: its calls throw unless they succeed. */
export async function signIn(url, email, from = "192.0.2.1") {
  let session = { "x-forwarded-for": from }
  const call = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, { method, body, headers: { ...session, ...headers } })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const json = async (method, path, body) => {
    const response = await call(method, path, body && JSON.stringify(body), { "content-type": "application/json" })
    return response.status === 204 ? undefined : response.json()
  }
  const body = JSON.stringify({ email, password })
  const answer = await call("POST", "/api/core/auth/login", body, { "content-type": "application/json" })
  const { token } = await answer.json()
  session = { authorization: `Bearer ${token}` }
  const cookie = answer.headers.get("set-cookie")
  return { token, cookie, headers: session, call, json, get: (path) => json("GET", path) }
}
