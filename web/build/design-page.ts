import type { Plugin } from 'vite';

/** Serves the design page at `/design` while developing. A build has only index.html, so the program lacks the page. */
export function designPage(): Plugin {
  return {
    name: 'design-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((asked, _answer, next) => {
        if (/^\/design(\?|$)/.test(asked.url ?? '')) asked.url = asked.url?.replace('/design', '/design.html');
        next();
      });
    },
  };
}
