// A repository in an S3 store: seconds beside those of a client that talks to the store itself, and the server's memory.
import { inTurn } from "../measure.mjs"
import { objectStore } from "../peers/store.mjs"
import { admin, seededFolder, serve, signIn } from "../server.mjs"
import { find } from "../stage.mjs"
import { discard, LARGE, memoryDuring, storeLarge, whole } from "./bytes.mjs"

const ROUNDS = 3
const beside = { unit: "s", beside: "a client that asks the store itself", times: 1.2 }

export const store = [
  { name: "upload 1 GiB into an S3 store", ...beside, run: () => withStore(upload) },
  { name: "download 1 GiB from an S3 store", ...beside, run: () => withStore(download) },
  { name: "memory during an upload of 1 GiB into an S3 store (PSS)", unit: "MiB", goal: 16, run: () => withStore(memoryDuringUpload) },
  { name: "memory during a download of 1 GiB from an S3 store (PSS)", unit: "MiB", goal: 16, run: () => withStore(memoryDuringDownload) },
]

/** An installation of its own, for the store has an address that the operator must allow. */
async function withStore(work) {
  const objects = await objectStore()
  const { data, remove } = seededFolder()
  try {
    const server = await serve(data, { VITRINE_TRUSTED_HOSTS: objects.host })
    try {
      const bench = { server, objects, ...(await find(await signIn(server.url, admin))) }
      const archive = await repositoryIn(bench)
      await server.rest()
      return await work({ ...bench, archive })
    } finally {
      await server.stop()
    }
  } finally {
    remove()
    await objects.end()
  }
}

/** The node of a new repository in the store. */
async function repositoryIn({ session, app, objects }) {
  const { items } = await session.get(`${app}/repository/admin`)
  const { tenant_id } = items[0]
  const form = { label: "Store", tenant_ids: [tenant_id], ...objects.settings }
  const { file_server_id } = await session.json("POST", `${app}/fileserver`, form)
  const made = { title: "In the store", folder_name: "in-the-store", file_server_id, tenant_id }
  return (await session.json("POST", `${app}/repository`, made)).node_id
}

async function seconds(work) {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

async function upload(bench) {
  const ours = async () => {
    let node
    const taken = await seconds(async () => (node = await storeLarge(bench)))
    await discard(bench, node)
    return taken
  }
  const [value, baseline] = await inTurn(ROUNDS, ours, () => seconds(() => bench.objects.put("direct.bin", LARGE)))
  return { value, baseline }
}

async function download(bench) {
  const fetched = await stored(bench)
  await bench.objects.put("direct.bin", LARGE)
  const [value, baseline] = await inTurn(ROUNDS, () => seconds(fetched), () => seconds(() => bench.objects.get("direct.bin")))
  return { value, baseline }
}

/** Stores a file; returns how it is fetched. */
async function stored(bench) {
  const node = await storeLarge(bench)
  return () => whole(`${bench.server.url}/api/file/content/${node}`, bench.session.headers)
}

const memoryDuringUpload = (bench) => memoryDuring(bench, () => storeLarge(bench))

async function memoryDuringDownload(bench) {
  const fetched = await stored(bench)
  await bench.server.rest()
  return memoryDuring(bench, fetched)
}
