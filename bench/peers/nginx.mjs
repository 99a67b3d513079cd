// nginx over one folder: files with sendfile, PUT with its dav module, one process.
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { find } from "../optional.mjs"
import { freePort } from "../port.mjs"
import { cpuMs, sleep } from "../process.mjs"

/** Null if nginx is missing. */
export async function nginx() {
  const program = find("nginx")
  if (program === null) return null
  const home = mkdtempSync(join(tmpdir(), "vitrine-nginx-"))
  mkdirSync(join(home, "files"))
  const port = await freePort()
  writeFileSync(join(home, "nginx.conf"), configuration(home, port))
  const child = spawn(program, ["-p", home, "-e", join(home, "error.log"), "-c", join(home, "nginx.conf")], { stdio: "inherit" })
  const url = `http://127.0.0.1:${port}`
  const end = async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGQUIT")
    await gone
    rmSync(home, { recursive: true, force: true })
  }
  await answers(url)
  return { url, folder: join(home, "files"), cpuMs: () => cpuMs(child.pid), end }
}

function configuration(home, port) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${home}/${kind};`)
  return `daemon off; master_process off; pid ${home}/pid; ${process.getuid() === 0 ? "user root;" : ""}
    events {}
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
      client_max_body_size 0; client_body_buffer_size 128k; ${temporary.join(" ")}
      server { listen 127.0.0.1:${port}; root ${home}/files; dav_methods PUT; }
    }`
}

async function answers(url) {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).then(() => true, () => false)) return
    await sleep(20)
  }
  throw new Error("nginx does not answer")
}
