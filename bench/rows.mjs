// What is measured. Each row: name, unit, goal, and how to get one value. CPU is the server's, per operation.
import { randomBytes } from "node:crypto"

const ADMIN = "ana.souza@casalumen.example"

export const NODES = 100_000

const me = (b) => repeat(b, 3000, () => b.admin.get("/api/core/usergroup/application"))
const firstPage = (b) => repeat(b, 1500, () => b.admin.get(`${b.app}/entry/list/${b.big}?limit=30`))
const search = (b) => repeat(b, 500, () => b.admin.get(`${b.app}/search?term=asset-0077123&limit=30`))

export const rows = [
  { name: "start to healthy", unit: "s", goal: 0.05, run: ({ server }) => server.startSeconds },
  { name: "idle memory (PSS)", unit: "MiB", goal: 20, run: ({ idleMiB }) => idleMiB },
  { name: "applications of the signed-in user", unit: "ms CPU", goal: 0.065, run: me },
  { name: "list 30 of 100,000, page 1", unit: "ms CPU", goal: 0.11, run: firstPage },
  { name: "list 30 of 100,000, at 90 %", unit: "ms CPU", goal: 0.13, run: deepPage },
  { name: "search for a rare name among 100,000", unit: "ms CPU", goal: 1, run: search },
  { name: "upload 100 KB", unit: "ms CPU", goal: 0.55, run: upload },
  { name: "download 100 KB", unit: "ms CPU", goal: null, run: download },
]

export async function stage(server, signIn) {
  const idleMiB = server.pssMiB()
  const admin = await signIn(server.url, ADMIN)
  await quiet(admin)
  const applications = await admin.get("/api/core/usergroup/application")
  const app = applications.items.find((one) => one.application_key === "content").access_url
  const repositories = await admin.get(`${app}/repository`)
  const archive = repositories.items.find((one) => one.title === "Archive").node_id
  const entries = await admin.get(`${app}/entry/list/${archive}?limit=200`)
  const big = entries.items.find((one) => one.name.startsWith("Load test")).node_id
  return { server, idleMiB, admin, app, archive, big }
}

/** The seed's previews are drawn first: they would be counted with whatever runs beside them. */
async function quiet(admin) {
  for (;;) {
    const actions = await admin.get("/api/core/background-action")
    if (actions.items.every((one) => one.status !== "generating_preview")) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** CPU of the server per call, after a tenth of the calls to warm up. */
async function repeat({ server }, times, call) {
  for (let n = 0; n < times / 10; n++) await call(n)
  const before = server.cpuMs()
  for (let n = 0; n < times; n++) await call(n)
  return (server.cpuMs() - before) / times
}

async function deepPage(bench) {
  let after = ""
  for (let seen = 0; seen < NODES * 0.9; seen += 200) {
    const page = await bench.admin.get(`${bench.app}/entry/list/${bench.big}?limit=200${after}`)
    after = `&after=${page.next}`
  }
  return repeat(bench, 1500, () => bench.admin.get(`${bench.app}/entry/list/${bench.big}?limit=30${after}`))
}

let uploaded = 0
async function upload(bench) {
  const bytes = randomBytes(100_000)
  bench.folder = (await bench.admin.json("POST", `${bench.app}/folder`, { folder_parent_id: bench.archive, name: "Uploads" })).node_id
  return repeat(bench, 300, async () => {
    const form = new FormData()
    form.set("folder_parent_id", String(bench.folder))
    form.set("file", new Blob([bytes]), `upload-${uploaded++}.bin`)
    bench.file = (await (await bench.admin.call("POST", `${bench.app}/file`, form)).json()).node_id
  })
}

async function download(bench) {
  return repeat(bench, 1000, async () => {
    const answer = await bench.admin.call("GET", `/api/file/content/${bench.file}`)
    await answer.arrayBuffer()
  })
}
