import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const library = 'node_modules/pdfjs-dist';
const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
const place = `assets/pdf-${version}`;

/** What a PDF may name without having it: character maps, the usual fonts, and decoders that need no WebAssembly; with their licences. */
const wanted: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$|^LICENSE/,
  standard_fonts: /\.(pfb|ttf)$|^LICENSE/,
  wasm: /_nowasm_fallback\.js$|^LICENSE_(PDFJS_)?(JBIG2|OPENJPEG)$/,
};

/** Puts the data that pdf.js fetches by name beside the page's other files; the version in the path makes it lasting. */
export function pdfData(): Plugin {
  const folders = Object.entries(wanted).map(([folder, names]) => ({
    folder,
    names: readdirSync(join(library, folder)).filter((name) => names.test(name)),
  }));
  return {
    name: 'pdf-data',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const { folder, names } of folders) {
        for (const name of names) {
          const source = readFileSync(join(library, folder, name));
          this.emitFile({ type: 'asset', fileName: `${place}/${folder}/${name}`, source });
        }
      }
    },
    configureServer({ middlewares }) {
      for (const { folder, names } of folders) {
        middlewares.use(`/${place}/${folder}`, (asked, answer, next) => {
          const name = basename(asked.url ?? '');
          if (!names.includes(name)) return next();
          answer.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
          createReadStream(join(library, folder, name)).pipe(answer);
        });
      }
    },
  };
}
