import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run pictures` takes the pictures of docs/images from the real screens; the moving one needs ffmpeg. */
export default defineConfig({ ...journeys, testDir: 'pictures', workers: 1, timeout: 200_000 });
