// Signing in: its cost beyond the password's hash, and its effect on signed-in users.
import { address } from "../clients/addresses.mjs"
import { begin } from "../clients/client.mjs"
import { median, percentile } from "../measure.mjs"
import { sleep } from "../process.mjs"
import { password, people, signIn } from "../server.mjs"

const TRIES = 150
const SETTLES_MS = 5
const CLIENTS = 32
const PROBES = 2000

export const login = [
  { name: "sign-in beyond argon2id", unit: "ms CPU", goal: 1, beside: "the Argon2id hash alone", run: beyondTheHash },
  { name: "p99 of a call while 32 clients sign in", unit: "ms", goal: null, beside: "the same call alone", run: besideLogins },
]

/**
 * A sign-in with a wrong password costs the same hash and nothing after it, one without a password
 * the request alone. So the cost of a good one beyond the hash is measured on the server itself:
 * other libraries hash at other speeds.
 */
async function beyondTheHash({ server }) {
  const good = []
  const stranger = []
  const empty = []
  for (let n = 0; n < TRIES; n++) {
    good.push(await cost(server, people[n % people.length], password, 200))
    stranger.push(await cost(server, `nobody-${n}@casalumen.example`, password, 401))
    empty.push(await cost(server, people[n % people.length], "", 422))
  }
  const hash = median(stranger) - median(empty)
  return { value: median(good) - hash, baseline: hash }
}

async function cost(server, email, password, status) {
  const before = server.threadsMs()
  const answer = await fetch(`${server.url}/api/core/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address() },
    body: JSON.stringify({ email, password }),
  })
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`a sign-in was answered ${answer.status} instead of ${status}`)
  await sleep(SETTLES_MS)
  return server.threadsMs() - before
}

async function besideLogins({ server, session }) {
  const probe = async () => percentile(await latencies(session), 0.99)
  const baseline = median([await probe(), await probe(), await probe()])
  const crowd = begin("clients/logins.mjs", { url: server.url, people, clients: CLIENTS })
  try {
    while ((await crowd.next()).done === 0);
    return { value: median([await probe(), await probe(), await probe()]), baseline }
  } finally {
    await crowd.end()
  }
}

async function latencies(session) {
  const all = []
  for (let n = 0; n < PROBES; n++) {
    const begun = performance.now()
    await session.get("/api/core/usergroup/application")
    all.push(performance.now() - begun)
  }
  return all
}
