import { defineConfig } from '@playwright/test';

/** Journeys drive the real server and the real web app in the system's Chromium; nothing is faked. */
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './stage/server.ts',
  workers: 1,
  // A shared machine may stall a browser for seconds; what fails twice is broken.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Without these a Chromium that starts looks for its maker's hosts.
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
