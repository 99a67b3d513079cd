// The covers of a page of folders: each has a picture of its own and two in a folder below.
import { readFileSync } from "node:fs"
import { perGet } from "./calls.mjs"
import { sleep } from "../process.mjs"

const FOLDERS = 60
const POLL_MS = 50
const picture = readFileSync(new URL("../../web/public/favicon.svg", import.meta.url))

export const covers = [{ name: "covers of 60 folders", unit: "ms CPU", goal: 8, run }]

async function run(bench) {
  const top = await bench.folder("Covers")
  const folders = []
  let last
  for (let number = 0; number < FOLDERS; number++) {
    const folder = await bench.folder(`covered ${number}`, top)
    const below = await bench.folder("below", folder)
    await store(bench, folder, "one.svg")
    await store(bench, below, "two.svg")
    last = await store(bench, below, "three.svg")
    folders.push(folder)
  }
  while ((await bench.session.call("GET", `${bench.app}/rendition/preview/${last}`)).status !== 200) await sleep(POLL_MS)
  const path = `${bench.app}/rendition/covers?node_ids=${folders.join(",")}`
  const { items } = await bench.session.get(path)
  const whole = items.filter((cover) => cover.pictures.length === 3)
  if (whole.length !== FOLDERS) throw new Error(`${whole.length} covers have three pictures`)
  return perGet(bench, 200, path)
}

/** All are of one content, which is drawn once. */
async function store({ session, app }, folder, name) {
  const form = new FormData()
  form.append("folder_parent_id", String(folder))
  form.append("file", new Blob([picture], { type: "image/svg+xml" }), name)
  const stored = await session.call("POST", `${app}/file`, form)
  return (await stored.json()).node_id
}
