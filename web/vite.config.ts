import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const server = process.env['VITRINE_SERVER'] ?? 'http://127.0.0.1:8080';

/**
 * Packages that every page needs, in one file: it compresses better and stays in the browser's cache between releases.
 */
const foundation =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|openapi-fetch|openapi-react-query|use-sync-external-store|@tanstack\/(history|store|react-store|router-core|react-router|query-core|react-query))\//;

/** Our own parts that every page needs: in one file instead of a dozen small ones. */
const base = /src\/platform\/(api|session)\//;

export default defineConfig({
  // Scripts and styles refer to each other by relative paths, so that the page works below any path; links of the page
  // itself begin with a slash, and the server adds the path.
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
    // The word lists for password strength are the largest; .size-limit.js says what may be loaded when.
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
