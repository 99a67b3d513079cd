import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const server = process.env['VITRINE_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), precompress()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/healthz': { target: server } },
  },
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, target: 'es2022', assetsInlineLimit: 0 },
});
