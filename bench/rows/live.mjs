// One event to a thousand users who show the same folder: the server's CPU beyond the act itself,
// and its memory.
import { address } from "../clients/addresses.mjs"
import { begin } from "../clients/client.mjs"
import { cpuOf, inTurn } from "../measure.mjs"
import { need } from "../optional.mjs"
import { cpuMs, pssMiB, rest } from "../process.mjs"
import { people, seededFolder, serve, signIn } from "../server.mjs"
import { find } from "../stage.mjs"

const CLIENTS = 1000
const ROUNDS = 5
const ACTS = 10
const SIGN_INS_AT_ONCE = 8

export const live = [
  { name: "one event to 1,000 people", unit: "ms CPU", goal: 10.5, beside: "a plain ws server (Node)", run: (b) => event(b, CLIENTS) },
  { name: "one event to 1,000 pages of 3 people", unit: "ms CPU", goal: 10.5, beside: "a plain ws server (Node)", run: (b) => event(b, people.length) },
  { name: "memory of a live connection (PSS)", unit: "KiB", goal: 8, beside: "a plain ws server (Node)", run: memory },
]

async function event(bench, sessions) {
  await need("ws")
  const tokens = await signInAll(bench.server.url, sessions)
  return joined(bench, tokens, async ({ crowd, act }) => {
    const heard = async () => {
      await act()
      return (await crowd.next()).text
    }
    const text = await heard()
    const quiet = await bench.folder(`Nobody looks ${made++}`, bench.library)
    const unheard = () => bench.folder(`Folder ${made++}`, quiet)
    const [value, alone] = await inTurn(ROUNDS, () => perAct(bench.server, heard), () => perAct(bench.server, unheard))
    return { value: value - alone, baseline: await broadcastMs(text) }
  })
}

/**
 * In a data folder of its own, on a server that was started after the users signed in: no memory
 * can be reused.
 */
async function memory() {
  await need("ws")
  const { data, remove } = seededFolder()
  try {
    const earlier = await serve(data)
    const tokens = await signInAll(earlier.url, CLIENTS)
    await earlier.stop()
    const server = await serve(data)
    try {
      const places = await find(await signIn(server.url, people[0]))
      await server.rest()
      const before = server.pssMiB()
      const grown = await joined({ server, ...places }, tokens, () => server.pssMiB() - before)
      return { value: (grown * 1024) / CLIENTS, baseline: await broadcastKiB() }
    } finally {
      await server.stop()
    }
  } finally {
    remove()
  }
}

let made = 0

/** With a thousand connections in the room of a folder, of these sessions in turn. */
async function joined({ server, folder, library }, sessions, work) {
  const watched = await folder(`Live ${made++}`, library)
  const url = `${server.url.replace("http", "ws")}/api/socket.io/?EIO=4&transport=websocket`
  const crowd = begin("clients/sockets.mjs", { url, clients: CLIENTS, sessions, room: `node:${watched}` })
  try {
    await crowd.next()
    await server.rest()
    return await work({ crowd, act: () => folder(`Folder ${made++}`, watched) })
  } finally {
    await crowd.end()
  }
}

async function signInAll(url, count) {
  const tokens = []
  while (tokens.length < count) {
    const some = Math.min(SIGN_INS_AT_ONCE, count - tokens.length)
    const signing = Array.from({ length: some }, (_, n) => signIn(url, people[n % people.length], address()))
    tokens.push(...(await Promise.all(signing)).map((session) => session.token))
  }
  return tokens
}

async function perAct(server, act) {
  const cpu = await cpuOf(server, async () => {
    for (let n = 0; n < ACTS; n++) await act()
  })
  return cpu / ACTS
}

async function broadcastMs(text) {
  return besideWs(({ peer, crowd, send }) =>
    inTurn(ROUNDS, () => perAct(peer, async () => {
      send(text)
      await crowd.next()
    })).then(([value]) => value),
  )
}

const broadcastKiB = () => besideWs(({ grown }) => (grown * 1024) / CLIENTS)

async function besideWs(work) {
  const server = begin("peers/broadcast.mjs", {})
  try {
    const url = await server.next()
    await rest(server.pid)
    const before = pssMiB(server.pid)
    const crowd = begin("clients/sockets.mjs", { url, clients: CLIENTS })
    try {
      await crowd.next()
      await rest(server.pid)
      const grown = pssMiB(server.pid) - before
      return await work({ peer: { cpuMs: () => cpuMs(server.pid) }, crowd, send: server.send, grown })
    } finally {
      await crowd.end()
    }
  } finally {
    await server.end()
  }
}
