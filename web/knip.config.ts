import type { KnipConfig } from 'knip';

export default {
  // The design page is no part of a build, and the page of links has a build of its own.
  entry: ['src/design/main.tsx', 'src/link/main.tsx'],
  project: ['src/**/*.{ts,tsx}', 'build/**/*.ts'],
  // Fonts are named by files in a style sheet.
  ignoreDependencies: ['@fontsource-variable/inter'],
} satisfies KnipConfig;
