// Small answers: the server's CPU per call.
import { perRequest } from "../clients/wrk.mjs"
import { inTurn, perCall } from "../measure.mjs"
import { people, signIn } from "../server.mjs"
import { NODES } from "../stage.mjs"

const LONGEST_PAGE = 200

export const calls = [
  { name: "applications of the signed-in user", unit: "ms CPU", goal: 0.065, run: applications },
  { name: "list 30 of 100,000, page 1", unit: "ms CPU", goal: 0.11, run: firstPage },
  { name: "list 30 of 100,000, at 90 %", unit: "ms CPU", times: 1.2, beside: "page 1 of the same list", run: deepPage },
  { name: "search for a rare name among 100,000", unit: "ms CPU", goal: 1, run: search },
  { name: "search for two letters with few hits", unit: "ms CPU", goal: 3, run: (b) => searchFor(b, b.session, "en") },
  { name: "search for one letter", unit: "ms CPU", goal: 3, run: (b) => searchFor(b, b.session, "e") },
  { name: "search for what only others see", unit: "ms CPU", goal: 3, run: searchForHidden },
]

function applications(bench) {
  return perGet(bench, 3000, "/api/core/usergroup/application")
}

function firstPage(bench) {
  return perGet(bench, 1500, `${bench.app}/entry/list/${bench.big}?limit=30`)
}

/** CPU of one GET of many. */
export async function perGet({ server, session }, times, path) {
  const busy = await perRequest(server, server.url + path, { headers: session.headers })
  return busy ?? perCall(server, times, async () => (await session.call("GET", path)).arrayBuffer())
}

async function deepPage(bench) {
  const { session, app, big } = bench
  let after = ""
  for (let seen = 0; seen < NODES * 0.9; seen += LONGEST_PAGE) {
    const page = await session.get(`${app}/entry/list/${big}?limit=${LONGEST_PAGE}${after}`)
    after = `&after=${page.next}`
  }
  const deep = () => perGet(bench, 1000, `${app}/entry/list/${big}?limit=30${after}`)
  const [baseline, value] = await inTurn(3, () => firstPage(bench), deep)
  return { value, baseline }
}

function searchFor(bench, session, term) {
  return perGet({ ...bench, session }, 300, `${bench.app}/search?term=${term}&limit=30`)
}

/** A user who sees none of the 100,000. */
async function searchForHidden(bench) {
  const session = await signIn(bench.server.url, people[2])
  const found = await session.get(`${bench.app}/search?term=asset-0&limit=30`)
  if (found.items.length > 0) throw new Error(`${found.items.length} entries are seen`)
  return searchFor(bench, session, "asset-0")
}

async function search(bench) {
  const path = `${bench.app}/search?term=asset-0077123&limit=30`
  const found = await bench.session.get(path)
  // What differs by a letter may follow.
  if (!found.items[0]?.name.includes("asset-0077123")) throw new Error("the entry with the rare name is not first")
  return perGet(bench, 500, path)
}
