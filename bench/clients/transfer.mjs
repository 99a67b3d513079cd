// Large bodies in constant memory: sends a repeated block, reads and discards.
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { request } from "node:http"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"

const BLOCK = randomBytes(256 * 1024)

/** Sends `size` bytes; returns the headers of the answer. */
export async function send(method, url, size, headers = {}) {
  const sending = request(url, { method, headers: { ...headers, "content-length": size } })
  const answered = once(sending, "response").then(async ([answer]) => {
    await finished([answer], method, url)
    return answer.headers
  })
  const [headersOfAnswer] = await Promise.all([answered, pipeline(Readable.from(blocks(size)), sending)])
  return headersOfAnswer
}

function* blocks(size) {
  for (let left = size; left > 0; left -= BLOCK.length) yield left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK
}

/** Reads everything and keeps nothing; returns the number of received bytes. */
export async function fetchAway(url, headers = {}) {
  const asking = request(url, { headers })
  const answered = once(asking, "response")
  asking.end()
  return finished(await answered, "GET", url)
}

async function finished([response], method, url) {
  if (response.statusCode > 299) throw new Error(`${method} ${url}: ${response.statusCode} ${await text(response)}`)
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  return bytes
}
