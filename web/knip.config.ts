import type { KnipConfig } from 'knip';

export default {
  project: ['src/**/*.{ts,tsx}', 'build/**/*.ts'],
  // Fonts are named by files in a style sheet.
  ignoreDependencies: ['@fontsource-variable/inter'],
} satisfies KnipConfig;
