// The preview of a photograph of 12 megapixels: drawn by the program's own worker, and with
// everything that an upload causes.
import { spawnSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cpuOf, inTurn } from "../measure.mjs"
import { need } from "../optional.mjs"
import { photograph } from "../photograph.mjs"
import { childrenMs, sleep } from "../process.mjs"
import { program } from "../server.mjs"

const EDGE = 400
const ROUNDS = 7
const PICTURES = 5
const POLL_MS = 50

/** As in platform/previews: the limits of the server's worker. */
const LIMITS = { max_pixels: 268_000_000, memory_bytes: 1024 ** 3, cpu_seconds: 20 }
const WEBP = { quality: 80, effort: 2 }

export const previews = [
  { name: "preview of 12 MP at 400 px", unit: "ms CPU", goal: 39, times: 1, beside: "sharp (libvips)", run: onePreview },
  { name: "upload of 12 MP until its previews are ready", unit: "ms CPU", goal: null, run: fromUpload },
]

async function onePreview() {
  const { default: sharp } = await need("sharp")
  sharp.concurrency(1)
  sharp.cache(false)
  const folder = mkdtempSync(join(tmpdir(), "vitrine-previews-"))
  try {
    const file = join(folder, "photograph.jpg")
    writeFileSync(file, await photograph())
    const ours = () => childrenPer(PICTURES, () => draw(file, folder))
    const theirs = () => ownPer(PICTURES, () => sharp(file).autoOrient().resize(EDGE).webp(WEBP).toBuffer())
    await theirs()
    const [value, baseline] = await inTurn(ROUNDS, ours, theirs)
    return { value, baseline }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the worker as the server does: the file is its standard input. */
function draw(file, folder) {
  const task = { Preview: [{ bounds: { short: EDGE, long: EDGE }, file: "400.webp" }] }
  const request = { mime: "image/jpeg", out_dir: folder, task, ...LIMITS }
  const input = openSync(file)
  const ran = spawnSync(program, ["preview-worker", JSON.stringify(request)], { stdio: [input, "pipe", "inherit"], env: {} })
  closeSync(input)
  const reply = ran.status === 0 ? JSON.parse(ran.stdout) : {}
  if (!reply.Ok) throw new Error(`the preview worker failed: ${ran.stdout}`)
}

async function childrenPer(times, work) {
  const before = childrenMs()
  for (let n = 0; n < times; n++) await work()
  return (childrenMs() - before) / times
}

async function ownPer(times, work) {
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

async function fromUpload(bench) {
  const picture = await photograph()
  const folder = await bench.folder("Photographs")
  const all = () => cpuOf(bench.server, () => storeAndWait(bench, folder, picture)).then((cpu) => cpu / PICTURES)
  return (await inTurn(3, all))[0]
}

let stored = 0
/** Each has other bytes at its end: known content is not drawn again. */
async function storeAndWait({ session, app }, folder, picture) {
  for (let n = 0; n < PICTURES; n++) {
    const body = Buffer.concat([picture, Buffer.from(String(stored))])
    const wanted = { folder_parent_id: folder, filename: `photograph-${stored++}.jpg`, size: body.length }
    const { url, node_id } = await session.json("POST", `${app}/file/prepare`, wanted)
    const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream", "upload-offset": "0" }
    const headers = { ...session.headers, ...tus }
    const sent = await fetch(url, { method: "PATCH", headers, body })
    if (!sent.ok) throw new Error(`a photograph was answered ${sent.status}`)
    while ((await session.call("GET", `${app}/rendition/preview/${node_id}?size=320`)).status !== 200) await sleep(POLL_MS)
  }
}
