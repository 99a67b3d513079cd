import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type Entry, type EntryPage, entryQuery } from './queries';

export type EntryPages = InfiniteData<EntryPage, unknown>;

export function flatten(pages: EntryPages | undefined): Entry[] {
  return pages?.pages.flatMap((page) => page.items) ?? [];
}

/** Changes entries in place; unchanged pages and entries keep their identity, so nothing else is rendered again. */
export function changeEntries(pages: EntryPages, changes: ReadonlyMap<number, (entry: Entry) => Entry>): EntryPages {
  let changed = false;
  const next = pages.pages.map((page) => {
    if (!page.items.some((entry) => changes.has(entry.node_id))) return page;
    changed = true;
    return { ...page, items: page.items.map((entry) => changes.get(entry.node_id)?.(entry) ?? entry) };
  });
  return changed ? { ...pages, pages: next } : pages;
}

export function withoutEntries(pages: EntryPages, gone: ReadonlySet<number>): EntryPages {
  let removed = 0;
  const kept = pages.pages.map((page) => {
    const items = page.items.filter((entry) => !gone.has(entry.node_id));
    removed += page.items.length - items.length;
    return items.length === page.items.length ? page : { ...page, items };
  });
  if (removed === 0) return pages;
  return { ...pages, pages: kept.map((page) => ({ ...page, total: lessThan(page, removed) })) };
}

/** The first page has the total; one that was not counted to its end stays unchanged. */
function lessThan({ total, total_at_least }: EntryPage, removed: number): number | null {
  return total === null || total_at_least ? total : Math.max(0, total - removed);
}

/** A list this short is cheap to load again; a longer one is patched, or reports that there is more to see. */
const PAGES_WORTH_REFETCHING = 3;

export function isCheapToRefetch(pages: EntryPages | undefined): boolean {
  return (pages?.pages.length ?? 0) <= PAGES_WORTH_REFETCHING;
}

/** Changes all lists that are loaded. */
export function inLists(client: QueryClient, change: (pages: EntryPages) => EntryPages): void {
  client.setQueriesData<EntryPages>({ queryKey: ['entries'] }, (pages) => pages && change(pages));
}

/** Lists show these entries as they are now. */
export async function renewEntries(
  client: QueryClient,
  entries: readonly { appId: number; nodeId: number }[],
): Promise<void> {
  const now = await Promise.all(
    entries.map(({ appId, nodeId }) =>
      // What is gone leaves the lists by an event of its own.
      client.fetchQuery({ ...entryQuery(appId, nodeId), staleTime: 0 }).catch(() => null),
    ),
  );
  const changes = new Map(
    now.flatMap((read) => (read ? [[read.node_id, (entry: Entry) => ({ ...entry, ...read })] as const] : [])),
  );
  if (changes.size > 0) inLists(client, (pages) => changeEntries(pages, changes));
}
