// An S3 store on this machine (platform/blobs/examples/object_server.rs), and a client that talks to it itself. It keeps
// all in memory, and ends with its input.
import { spawn } from "node:child_process"
import { createHash, createHmac } from "node:crypto"
import { accessSync, constants } from "node:fs"
import { fileURLToPath } from "node:url"
import { fetchAway, send } from "../clients/transfer.mjs"
import { Skipped } from "../report.mjs"

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url))
const program = `${target}/release/examples/object_server`
const bucket = { name: "library", region: "eu-test-1", key: "an-access-key", secret: "the-secret-of-the-store" }
/** As the server sends them. */
const PART = 16 * 1024 ** 2

export async function objectStore() {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    throw new Skipped("needs target/release/examples/object_server")
  }
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] })
  const url = await announced(child)
  const address = (method, key, pairs) => signed(url, method, key, pairs)
  const end = async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve))
    child.stdin.end()
    await gone
  }
  /** What a file server that is in this bucket is made with. */
  const settings = { type: "s3", url, region: bucket.region, bucket: bucket.name, access_key: bucket.key, secret_key: bucket.secret }
  const put = (key, size) => putInParts(address, key, size)
  const get = (key) => fetchAway(address("GET", key))
  return { host: new URL(url).host, settings, put, get, end }
}

function announced(child) {
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(/http:\/\/\S+/.exec(line)[0]))
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`the store ended with ${code}`)))
  })
}

async function putInParts(address, key, size) {
  const begun = await fetch(address("POST", key, { uploads: "" }), { method: "POST" })
  const uploadId = /<UploadId>([^<]+)/.exec(await begun.text())[1]
  const parts = []
  for (let offset = 0; offset < size; offset += PART) {
    const partNumber = parts.length + 1
    const to = address("PUT", key, { partNumber, uploadId })
    const { etag } = await send("PUT", to, Math.min(PART, size - offset))
    parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
  }
  const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`
  const ended = await fetch(address("POST", key, { uploadId }), { method: "POST", body })
  if (!ended.ok) throw new Error(`the store does not end the upload: ${ended.status} ${await ended.text()}`)
}

/** The address of a request with its signature, by the fourth version of AWS's rules. */
function signed(url, method, key, pairs = {}) {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")
  const date = time.slice(0, 8)
  const scope = `${date}/${bucket.region}/s3/aws4_request`
  const all = {
    ...pairs,
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${bucket.key}/${scope}`,
    "X-Amz-Date": time,
    "X-Amz-Expires": "3600",
    "X-Amz-SignedHeaders": "host",
  }
  const query = Object.keys(all).toSorted().map((name) => `${name}=${encodeURIComponent(all[name])}`).join("&")
  const path = `/${bucket.name}/${key}`
  const canonical = `${method}\n${path}\n${query}\nhost:${new URL(url).host}\n\nhost\nUNSIGNED-PAYLOAD`
  const hash = createHash("sha256").update(canonical).digest("hex")
  const hashed = (by, text) => createHmac("sha256", by).update(text).digest()
  const by = [date, bucket.region, "s3", "aws4_request"].reduce(hashed, `AWS4${bucket.secret}`)
  const signature = hashed(by, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`).toString("hex")
  return `${url}${path}?${query}&X-Amz-Signature=${signature}`
}
