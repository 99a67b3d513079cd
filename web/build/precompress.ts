import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
const smallest = 1024;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

async function compress(path: string): Promise<void> {
  // The build before, of another page, has done its own.
  if (existsSync(`${path}.br`)) return;
  const bytes = await readFile(path);
  if (bytes.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  await Promise.all([
    writeFile(`${path}.br`, await brotli(bytes, { params })),
    writeFile(`${path}.gz`, await deflate(bytes, { level: 9 })),
  ]);
}

/** Writes `.br` and `.gz` next to each asset, so that the server never compresses the web app itself. */
export function precompress(): Plugin {
  let out = 'dist';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir;
    },
    async closeBundle() {
      const files = await readdir(out, { recursive: true, withFileTypes: true });
      for (const file of files) {
        if (file.isFile() && compressible.has(extname(file.name))) await compress(join(file.parentPath, file.name));
      }
    },
  };
}
