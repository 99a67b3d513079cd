// Signing in: what it costs beyond the password's hash, and what it does to those who are in already.
import { address } from "../clients/addresses.mjs"
import { begin } from "../clients/client.mjs"
import { inTurn, median, percentile } from "../measure.mjs"
import { need } from "../optional.mjs"
import { password, people, signIn } from "../server.mjs"

const ROUNDS = 7
const LOGINS = 30
const CLIENTS = 32
const PROBES = 2000

/** As in areas/identity/src/password/hasher.rs. */
const ARGON2ID = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, outputLen: 32 }

export const login = [
  { name: "sign-in beyond argon2id", unit: "ms CPU", goal: 1, beside: "argon2id", run: beyondTheHash },
  { name: "p99 of a call while 32 clients sign in", unit: "ms", goal: null, beside: "alone", run: besideLogins },
]

async function beyondTheHash({ server }) {
  const { hashSync } = await need("@node-rs/argon2")
  const salt = Buffer.alloc(16, 7)
  const own = () => {
    const before = process.cpuUsage()
    for (let n = 0; n < LOGINS; n++) hashSync(password, { ...ARGON2ID, salt })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / LOGINS
  }
  const whole = async () => {
    const before = server.cpuMs()
    for (let n = 0; n < LOGINS; n++) await signIn(server.url, people[n % people.length], address())
    return (server.cpuMs() - before) / LOGINS
  }
  own()
  const [baseline, login] = await inTurn(ROUNDS, own, whole)
  return { value: login - baseline, baseline }
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
