import type { Plugin } from 'vite';

/** Pages beside the app, by their address. The program serves that of links itself, and lacks the design page. */
const pages: readonly [address: RegExp, file: string][] = [
  [/^\/design(?=\?|$)/, '/design.html'],
  [/^\/l\/\w+(?=\?|$)/, '/link.html'],
];

/** Serves them while developing. */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((asked, _answer, next) => {
        for (const [address, file] of pages) asked.url = asked.url?.replace(address, file);
        next();
      });
    },
  };
}
