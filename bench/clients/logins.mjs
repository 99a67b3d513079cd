// Signs in repeatedly, `clients` at a time, until it is stopped; reports every second how often it
// succeeded.
import { once } from "node:events"
import { signIn } from "../server.mjs"
import { address } from "./addresses.mjs"

const [{ url, people, clients }] = await once(process, "message")
process.once("disconnect", () => process.exit())
let done = 0
setInterval(() => process.send({ done }), 1000)

async function client(number) {
  for (let n = number; ; n++) {
    await signIn(url, people[n % people.length], address())
    done++
  }
}

await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
