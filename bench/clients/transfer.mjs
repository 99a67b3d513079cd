// Large bodies in flat memory: sends a repeated block, reads and discards.
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { request } from "node:http"

const BLOCK = randomBytes(256 * 1024)

/** Sends `size` bytes with a plain body. */
export const send = (method, url, size, headers = {}) => deliver(method, url, size, headers, ["", ""])

/** Sends `size` bytes as the part `name` of a form, after the given fields. */
export function sendForm(url, size, fields, name, headers = {}) {
  const boundary = "vitrine-bench-boundary"
  const part = (key, rest) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"${rest}`
  const before = Object.entries(fields).map(([key, value]) => part(key, `\r\n\r\n${value}\r\n`))
  const head = `${before.join("")}${part(name, `; filename="large.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`)}`
  const type = { "content-type": `multipart/form-data; boundary=${boundary}` }
  return deliver("POST", url, size, { ...headers, ...type }, [head, `\r\n--${boundary}--\r\n`])
}

async function deliver(method, url, size, headers, [head, tail]) {
  const length = size + Buffer.byteLength(head) + Buffer.byteLength(tail)
  const sending = request(url, { method, headers: { ...headers, "content-length": length } })
  const answered = once(sending, "response")
  answered.catch(() => {})
  if (head) sending.write(head)
  for (let left = size; left > 0 && !sending.destroyed; left -= BLOCK.length) {
    const fits = sending.write(left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK)
    if (!fits) await Promise.race([once(sending, "drain"), answered])
  }
  sending.end(tail)
  return finished(await answered, method, url)
}

/** Reads everything and keeps nothing; the answer is how many bytes came. */
export async function fetchAway(url, headers = {}) {
  const asking = request(url, { headers })
  const answered = once(asking, "response")
  asking.end()
  return finished(await answered, "GET", url)
}

async function finished([response], method, url) {
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  if (response.statusCode > 299) throw new Error(`${method} ${url}: ${response.statusCode}`)
  return bytes
}
