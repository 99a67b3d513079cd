import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://vitrine.test/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    silent: 'passed-only',
    // By default one core is left free, which on two cores is half of them.
    maxWorkers: '100%',
  },
});
