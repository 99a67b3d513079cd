// Uploads and downloads: the server's CPU beside nginx's, and its memory during a large upload.
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { perRequest } from "../clients/wrk.mjs"
import { fetchAway, send } from "../clients/transfer.mjs"
import { cpuOf, inTurn, perCall } from "../measure.mjs"
import { blake3Ms } from "../peers/blake3.mjs"
import { crc32Ms } from "../peers/crc32.mjs"
import { nginx } from "../peers/nginx.mjs"
import { perGet } from "./calls.mjs"

export const SMALL = 100_000
export const LARGE = 1024 ** 3
const TUS_PART = 16 * 1024 ** 2
const ROUNDS = 3
const DOWNLOADS = 2000
const SAMPLE_EVERY_MS = 50

const beside = { beside: "nginx", why: "nginx or b3sum is missing" }
const withHash = { ...beside, beside: "nginx PUT + BLAKE3", times: 1.3 }
const withCheckSum = { beside: "nginx GET + CRC-32", why: "nginx or cksum is missing", times: 1.3 }

export const bytes = [
  { name: "upload 100 KB", unit: "ms CPU", goal: 0.55, run: uploadSmall },
  { name: "memory during an upload of 1 GiB (PSS)", unit: "MiB", goal: 8, run: (b) => memoryDuringUpload(b) },
  { name: "upload 1 GiB, one PATCH", unit: "ms CPU", ...withHash, run: (b) => uploadLarge(b, LARGE) },
  { name: "upload 1 GiB, parts of 16 MiB", unit: "ms CPU", ...withHash, run: (b) => uploadLarge(b, TUS_PART) },
  { name: "download 100 KB", unit: "ms CPU", ...beside, times: 2, run: downloadSmall },
  { name: "download 1 GiB", unit: "ms CPU", ...beside, times: 1.2, run: downloadLarge },
  { name: "ZIP of 1 GiB", unit: "ms CPU", ...withCheckSum, run: archiveLarge },
]

let made = 0
const name = () => `bench-${made++}.bin`

async function uploadSmall(bench) {
  const { server, session, app } = bench
  const folder = await bench.folder("Uploads")
  const uploads = { headers: session.headers, script: formsOf(folder) }
  const content = randomBytes(SMALL)
  const busy = await perRequest(server, `${server.url}${app}/file`, uploads)
  return busy ?? perCall(server, 300, () => storeSmall(bench, folder, content))
}

/** For wrk: each request is a form with another file. */
const formsOf = (folder) => `
  local boundary, made, started = "vitrine-bench", 0, os.time()
  local letters = {}
  for at = 1, ${SMALL} do letters[at] = string.char(math.random(0, 255)) end
  local bytes = table.concat(letters)
  local part = "--" .. boundary .. '\\r\\nContent-Disposition: form-data; name='
  function request()
    made = made + 1
    local file = '"file"; filename="wrk-' .. started .. "-" .. made .. '.bin"\\r\\nContent-Type: application/octet-stream'
    local body = part .. '"folder_parent_id"\\r\\n\\r\\n${folder}\\r\\n' .. part .. file .. '\\r\\n\\r\\n' .. bytes
      .. "\\r\\n--" .. boundary .. "--\\r\\n"
    wrk.headers["content-type"] = "multipart/form-data; boundary=" .. boundary
    return wrk.format("POST", nil, nil, body)
  end`

export async function storeSmall({ session, app }, folder, content) {
  const form = new FormData()
  form.set("folder_parent_id", String(folder))
  form.set("file", new Blob([content]), name())
  return (await (await session.call("POST", `${app}/file`, form)).json()).node_id
}

/** By tus, in parts of `part` bytes. */
export async function storeLarge({ session, app, archive }, part = LARGE) {
  const wanted = { folder_parent_id: archive, filename: name(), size: LARGE }
  const { url, node_id } = await session.json("POST", `${app}/file/prepare`, wanted)
  for (let offset = 0; offset < LARGE; offset += part) {
    await send("PATCH", url, part, {
      ...session.headers,
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": offset,
    })
  }
  return node_id
}

export async function discard({ session, app }, node) {
  await session.json("DELETE", `${app}/entry/${node}`)
  await session.json("DELETE", `${app}/entry/bin/${node}`)
}

async function uploadLarge(bench, part) {
  const ours = async () => {
    let node
    const cpu = await cpuOf(bench.server, async () => (node = await storeLarge(bench, part)))
    await discard(bench, node)
    return cpu
  }
  return withPeer(async (peer) => {
    const theirs = () => cpuOf(peer, () => send("PUT", `${peer.url}/large.bin`, LARGE))
    const hash = () => blake3Ms(join(peer.folder, "large.bin"))
    const [value, put, hashing] = await inTurn(ROUNDS, ours, theirs, hash)
    return { value, baseline: hashing === null ? null : put + hashing }
  }, () => inTurn(ROUNDS, ours))
}

const memoryDuringUpload = (bench) => memoryDuring(bench, async () => discard(bench, await storeLarge(bench)))

/** What the server's memory grows by during `work`. */
export async function memoryDuring({ server }, work) {
  const before = server.pssMiB()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, server.pssMiB())), SAMPLE_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return most - before
}

async function downloadSmall(bench) {
  const node = await storeSmall(bench, await bench.folder("Downloads"), randomBytes(SMALL))
  const path = `/api/file/content/${node}`
  const ours = () => perGet(bench, DOWNLOADS, path)
  return withPeer(async (peer) => {
    writeFileSync(join(peer.folder, "small.bin"), randomBytes(SMALL))
    const fetched = { headers: {}, call: (_, path) => fetch(peer.url + path) }
    const theirs = () => perGet({ server: peer, session: fetched }, DOWNLOADS, "/small.bin")
    const [value, baseline] = await inTurn(ROUNDS, ours, theirs)
    return { value, baseline }
  }, () => inTurn(ROUNDS, ours))
}

async function downloadLarge(bench) {
  const node = await storeLarge(bench)
  const ours = () => cpuOf(bench.server, () => whole(`${bench.server.url}/api/file/content/${node}`, bench.session.headers))
  const measured = await withPeer(async (peer) => {
    await send("PUT", `${peer.url}/large.bin`, LARGE)
    const theirs = () => cpuOf(peer, () => whole(`${peer.url}/large.bin`))
    const [value, baseline] = await inTurn(ROUNDS, ours, theirs)
    return { value, baseline }
  }, () => inTurn(ROUNDS, ours))
  await discard(bench, node)
  return measured
}

async function archiveLarge(bench) {
  const { server, session, app } = bench
  const node = await storeLarge(bench)
  const ours = async () => {
    const { link, bytes } = await session.json("POST", `${app}/selection/download`, { node_ids: [node] })
    return cpuOf(server, () => whole(link, session.headers, bytes))
  }
  const measured = await withPeer(async (peer) => {
    await send("PUT", `${peer.url}/large.bin`, LARGE)
    const theirs = () => cpuOf(peer, () => whole(`${peer.url}/large.bin`))
    const checkSum = () => crc32Ms(join(peer.folder, "large.bin"))
    const [value, get, summing] = await inTurn(ROUNDS, ours, theirs, checkSum)
    return { value, baseline: summing === null ? null : get + summing }
  }, () => inTurn(ROUNDS, ours))
  await discard(bench, node)
  return measured
}

export async function whole(url, headers, length = LARGE) {
  const bytes = await fetchAway(url, headers)
  if (bytes !== length) throw new Error(`${url}: ${bytes} bytes instead of ${length}`)
}

export async function withPeer(compared, alone) {
  const peer = await nginx()
  if (peer === null) return { value: (await alone())[0], baseline: null }
  try {
    return await compared(peer)
  } finally {
    await peer.end()
  }
}
