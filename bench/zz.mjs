import { stage } from "./stage.mjs"
const b = await stage()
console.log("start s", b.startSeconds, "idle MiB", b.idleMiB)
const { readFileSync } = await import("node:fs")
await b.end()
