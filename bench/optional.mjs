// Packages and programs that a row needs and a machine may lack.
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Skipped } from "./report.mjs"

/** Where scripts/bench unpacks programs that are not installed. */
const UNPACKED = fileURLToPath(new URL("../target/peers/", import.meta.url))

/** An npm package of bench/package.json. */
export async function need(name) {
  try {
    return await import(name)
  } catch (error) {
    throw new Skipped(`needs the npm package ${name}: ${error.code ?? error.message}`)
  }
}

/** The path of a program, or null. */
export function find(name) {
  const unpacked = ["usr/bin", "usr/sbin"].map((folder) => join(UNPACKED, name, folder))
  const folders = [...process.env.PATH.split(delimiter), "/usr/sbin", ...unpacked]
  return folders.map((folder) => join(folder, name)).find(runs) ?? null
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
