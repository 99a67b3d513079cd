// The page of a share link, as somebody without an account opens it for the first time.
import { browse } from "../browser.mjs"
import { audited } from "./web.mjs"

export const link = [
  { name: "page of a share link: largest contentful paint", unit: "ms", goal: 1000, run: paint },
  { name: "page of a share link: JS, compressed", unit: "KB", goal: 60, run: scripts },
]

/** The path of a link to a repository with pictures. */
async function shared({ session, app, library }) {
  const { items } = await session.get(`${app}/entry/list/${library}?limit=60`)
  const node_ids = items.map((entry) => entry.node_id)
  return new URL((await session.json("POST", `${app}/link`, { node_ids })).url).pathname
}

async function paint(bench) {
  return audited(bench, null, await shared(bench), (lhr) => lhr.audits["largest-contentful-paint"].numericValue)
}

async function scripts(bench) {
  const path = await shared(bench)
  return browse(bench.server.url, null, [], async (page) => {
    await page.goto(bench.server.url + path, { waitUntil: "networkidle" })
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    )
    if (bytes === 0) throw new Error("the page has no scripts")
    return bytes / 1000
  })
}
