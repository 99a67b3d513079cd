// Many small files, as a browser sends them: the server's CPU beside that of nginx and of writing each file through to
// the disk, which nginx does not.
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { cpuOf, inTurn } from "../measure.mjs"
import { childrenMs } from "../process.mjs"
import { SMALL, storeSmall, withPeer } from "./bytes.mjs"

const FILES = 1000
const AT_ONCE = 8
const ROUNDS = 3

const beside = { beside: "nginx PUT + sync", why: "nginx is missing", times: 1.5 }

export const batches = [{ name: "a file of a batch of 1,000 of 100 KB", unit: "ms CPU", ...beside, run }]

async function run(bench) {
  const content = randomBytes(SMALL)
  let batch = 0
  const ours = async () => {
    const folder = await bench.folder(`Batch ${batch++}`)
    return (await cpuOf(bench.server, () => each(() => storeSmall(bench, folder, content)))) / FILES
  }
  return withPeer(async (peer) => {
    const names = Array.from({ length: FILES }, (_, number) => `small-${number}.bin`)
    const put = async (number) => {
      const answer = await fetch(`${peer.url}/${names[number]}`, { method: "PUT", body: content })
      if (!answer.ok) throw new Error(`nginx: ${answer.status}`)
    }
    const theirs = async () => {
      const cpu = await cpuOf(peer, () => each(put))
      return (cpu + syncMs(names.map((name) => join(peer.folder, name)))) / FILES
    }
    const [value, baseline] = await inTurn(ROUNDS, ours, theirs)
    return { value, baseline }
  }, () => inTurn(ROUNDS, ours))
}

async function each(work) {
  let next = 0
  const one = async () => {
    while (next < FILES) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** The CPU that it takes to write these files through to the disk, one by one. */
function syncMs(files) {
  const before = childrenMs()
  if (spawnSync("sync", files).status !== 0) throw new Error("sync failed")
  return childrenMs() - before
}
