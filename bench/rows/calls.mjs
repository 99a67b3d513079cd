// Small answers: the server's CPU per call.
import { inTurn, perCall } from "../measure.mjs"
import { NODES } from "../stage.mjs"

const LONGEST_PAGE = 200

export const calls = [
  { name: "applications of the signed-in user", unit: "ms CPU", goal: 0.065, run: applications },
  { name: "list 30 of 100,000, page 1", unit: "ms CPU", goal: 0.11, run: firstPage },
  { name: "list 30 of 100,000, at 90 %", unit: "ms CPU", times: 1.2, beside: "page 1", run: deepPage },
  { name: "search for a rare name among 100,000", unit: "ms CPU", goal: 1, run: search },
]

function applications({ server, session }) {
  return perCall(server, 3000, () => session.get("/api/core/usergroup/application"))
}

function firstPage({ server, session, app, big }) {
  return perCall(server, 1500, () => session.get(`${app}/entry/list/${big}?limit=30`))
}

async function deepPage(bench) {
  const { server, session, app, big } = bench
  let after = ""
  for (let seen = 0; seen < NODES * 0.9; seen += LONGEST_PAGE) {
    const page = await session.get(`${app}/entry/list/${big}?limit=${LONGEST_PAGE}${after}`)
    after = `&after=${page.next}`
  }
  const deep = () => perCall(server, 1000, () => session.get(`${app}/entry/list/${big}?limit=30${after}`))
  const [baseline, value] = await inTurn(3, () => firstPage(bench), deep)
  return { value, baseline }
}

function search({ server, session, app }) {
  return perCall(server, 500, async () => {
    const found = await session.get(`${app}/search?term=asset-0077123&limit=30`)
    if (found.items.length !== 1) throw new Error(`${found.items.length} entries have the rare name`)
  })
}
