// The web app in the system's Chromium: the first download, the time until it shows, and how
// smoothly it scrolls.
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { browse } from "../browser.mjs"
import { median, percentile } from "../measure.mjs"
import { need } from "../optional.mjs"
import { freePort } from "../port.mjs"
import { Skipped } from "../report.mjs"

const WEB = fileURLToPath(new URL("../../web/", import.meta.url))
const AUDITS = 3
const SCROLL_MS = 10_000
const WHEEL_EVERY_MS = 50
const WHEEL_PIXELS = 400

export const web = [
  { name: "initial JS, gzipped", unit: "KB", goal: 220, run: initialScripts },
  { name: "Lighthouse performance, sign-in page", unit: "score", goal: 0.95, atLeast: true, run: (b) => audited(b, null, "/login", score) },
  { name: "Lighthouse performance, a folder", unit: "score", goal: 0.95, atLeast: true, run: (b) => audited(b, b.session, folder(b), score) },
  { name: "a frame while scrolling 100,000 cards, p95", unit: "ms", goal: 33, run: scroll },
]

async function initialScripts() {
  const ran = promisify(execFile)(process.execPath, ["node_modules/size-limit/bin.js", "--json"], { cwd: WEB })
  const { stdout } = await ran.catch((error) => (error.stdout ? error : Promise.reject(new Skipped(`npm run size: ${error.message}`))))
  return JSON.parse(stdout).find((budget) => budget.name === "initial JS").size / 1000
}

const folder = ({ appId, library }) => `/content/${appId}/navigation/${library}`

function score(lhr) {
  return lhr.categories.performance.score
}

/** The median of what `read` finds in audits of a page. */
export async function audited({ server }, session, path, read) {
  const { default: lighthouse } = await need("lighthouse")
  const { default: desktop } = await need("lighthouse/core/config/desktop-config.js")
  const port = await freePort()
  return browse(server.url, session, [`--remote-debugging-port=${port}`], async () => {
    const found = []
    while (found.length < AUDITS) {
      const flags = { port, logLevel: "error", onlyCategories: ["performance"], disableStorageReset: session !== null }
      const { lhr } = await lighthouse(server.url + path, flags, desktop)
      if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
      if (new URL(lhr.finalDisplayedUrl).pathname !== path) throw new Error(`the page went on to ${lhr.finalDisplayedUrl}`)
      found.push(read(lhr))
    }
    return median(found)
  })
}

async function scroll({ server, session, appId, big }) {
  return browse(server.url, session, [], async (page) => {
    await page.goto(`${server.url}/content/${appId}/navigation/${big}`)
    const cards = page.getByRole("grid").getByRole("gridcell")
    await cards.nth(10).waitFor()
    await cards.nth(10).hover()
    await page.evaluate(watchFrames)
    for (const end = performance.now() + SCROLL_MS; performance.now() < end; ) {
      await page.mouse.wheel(0, WHEEL_PIXELS)
      await page.waitForTimeout(WHEEL_EVERY_MS)
    }
    const frames = await page.evaluate(() => window.frames_)
    return percentile(frames, 0.95)
  })
}

/** Runs in the page. */
function watchFrames() {
  window.frames_ = []
  let last = performance.now()
  const frame = (now) => {
    window.frames_.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
