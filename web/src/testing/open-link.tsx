/** @jsxImportSource preact */
import { HttpResponse, http } from 'msw';
import { render } from 'preact';
import { afterEach } from 'vitest';
import type { Crumb, Entry, OpenLink } from '../link/answers';
import { askEarly } from '../link/early';
import { LinkPage } from '../link/LinkPage';
import type { startServer } from './server';

type Server = ReturnType<typeof startServer>;

export const api = 'http://vitrine.test/api/link/abc';

/** A folder that Ana shares, unless a test says otherwise. */
export function openLink(over: Partial<OpenLink> = {}): OpenLink {
  return {
    state: 'open',
    front: { tenant_title: 'Casa Lumen', theme_config: null },
    title: 'Summer 2026',
    kind: 'folder',
    made_by: 'Ana Souza',
    expires_at: Date.now() / 1000 + 30 * 24 * 3600,
    may_download: true,
    originals: true,
    sizes: 'none',
    downloads_left: null,
    count: 3,
    bytes: 3 * 1024,
    ...over,
  };
}

type Folder = { items: Entry[]; path?: Crumb[] };

/** Answers with a link and its folders, in pages; `top` is where it begins. */
export function serve(server: Server, link: OpenLink, folders: Record<string, Folder>, page = 100): void {
  server.use(
    http.get(api, () => HttpResponse.json(link)),
    http.get(`${api}/entries`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const folder = folders[searchParams.get('folder') ?? 'top'];
      if (folder === undefined) return new HttpResponse(null, { status: 404 });
      const from = Number(searchParams.get('cursor') ?? 0);
      const next = from + page < folder.items.length ? String(from + page) : null;
      return HttpResponse.json({ items: folder.items.slice(from, from + page), next, path: folder.path ?? [] });
    }),
  );
}

let container: HTMLElement | null = null;

afterEach(() => {
  if (container === null) return;
  render(null, container);
  container.remove();
  container = null;
});

/** Opens the page as `main.tsx` does. */
export function openLinkPage(address = '/l/abc'): void {
  history.replaceState(null, '', address);
  container = document.body.appendChild(document.createElement('div'));
  render(<LinkPage early={askEarly()} />, container);
}
