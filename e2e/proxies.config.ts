import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run proxies` drives the server through the samples of deploy/, with the real nginx and Caddy. */
export default defineConfig({ ...journeys, testDir: 'proxies' });
