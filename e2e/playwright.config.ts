import { defineConfig } from '@playwright/test';

/** Journeys drive the real server and the real web app in the system's Chromium; nothing is faked. */
export default defineConfig({
  testDir: 'journeys',
  // A browser waits half of the time. Each worker has a server of its own, and each journey a folder of its own.
  workers: 2,
  // A busy machine may stall a browser for seconds, so waiting lasts long. What fails in CI runs once more and is named.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of each journey costs more than the journeys that fail.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Without these, Chromium contacts its maker's hosts when it starts.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
