// The system's Chromium without a window, signed in if needed.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { find, need } from "./optional.mjs"
import { Skipped } from "./report.mjs"

const VIEWPORT = { width: 1440, height: 900 }
// Without these, Chromium contacts its maker's hosts when it starts.
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]

/** Runs `work` with a page of a fresh profile, with a session or without one. */
export async function browse(url, session, extra, work) {
  const { chromium } = await need("playwright-core")
  const executablePath = process.env.CHROMIUM ?? find("chromium")
  if (executablePath === null) throw new Skipped("needs Chromium")
  const profile = mkdtempSync(join(tmpdir(), "vitrine-profile-"))
  const args = [...ARGUMENTS, ...extra]
  try {
    const browser = await chromium.launchPersistentContext(profile, { executablePath, args, viewport: VIEWPORT })
    try {
      const page = browser.pages()[0] ?? (await browser.newPage())
      if (session) await enter(browser, page, url, session)
      return await work(page)
    } finally {
      await browser.close()
    }
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

async function enter(browser, page, url, { token, cookie }) {
  const [name, value] = cookie.split(";")[0].split("=")
  await browser.addCookies([{ name, value, url, httpOnly: true, sameSite: "Strict" }])
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate((given) => localStorage.setItem("token", given), token)
}
