import { defineConfig } from '@playwright/test';

/** Journeys drive the real server and the real web app in the system's Chromium; nothing is faked. */
export default defineConfig({
  testDir: 'journeys',
  // A browser waits half of the time. Each worker has a server of its own, and each journey a folder of its own.
  workers: 2,
  // A test that fails is broken. A busy machine may stall a browser for seconds, so waiting lasts long.
  retries: 0,
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
    // A trace costs each journey a part of its time, and nobody sees those of CI.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'off',
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
