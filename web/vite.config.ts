import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const server = process.env['VITRINE_SERVER'] ?? 'http://127.0.0.1:8080';

/** What every page needs, in one file: it compresses better so and stays in the browser's cache between releases. */
const foundation =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|openapi-fetch|openapi-react-query|use-sync-external-store|@tanstack\/(history|store|react-store|router-core|react-router|query-core|react-query))\//;

/** Our own parts that every page needs: in one file instead of a dozen small ones. */
const base = /src\/platform\/(api|session)\//;

export default defineConfig({
  // Scripts and styles find each other from where they lie, so that the page works below any path; what the page itself
  // names begins with a slash, and the server puts the path before it.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  plugins: [react(), precompress()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/healthz': { target: server } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The lists of words that judge a password are the largest; what may be fetched when is in .size-limit.js.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'foundation', test: foundation },
            { name: 'base', test: base },
          ],
        },
      },
    },
  },
});
