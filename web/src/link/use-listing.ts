import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks';
import type { Crumb, Entry, EntryPage } from './answers';
import { coverOf } from './cover';
import { listEntries, troubleOf } from './link-api';

export type Listing = {
  /** `gone`: there is no such folder (any more). */
  status: 'loading' | 'ready' | 'failed' | 'gone';
  items: readonly Entry[];
  /** From what is shared down to the folder. */
  path: readonly Crumb[];
  /** Null: all of the folder is here, once it is ready. */
  next: string | null;
  /** The picture for the head of the page, from the first page: the head stays as it is while others come. */
  cover: Entry | null;
};

const fresh: Listing = { status: 'loading', items: [], path: [], next: null, cover: null };

function withPage(listing: Listing, page: EntryPage): Listing {
  const known = new Set(listing.items.map(({ node_id }) => node_id));
  const items = [...listing.items, ...page.items.filter(({ node_id }) => !known.has(node_id))];
  const cover = listing.items.length === 0 ? coverOf(page.items) : listing.cover;
  return { status: 'ready', items, path: page.path, next: page.next, cover };
}

/** The way to a folder that was seen in another one; nothing if it was not. */
function pathTo(folder: number | null, seen: Iterable<Listing>): readonly Crumb[] {
  for (const { items, path } of seen) {
    const found = items.find(({ node_id }) => node_id === folder);
    if (found !== undefined) return [...path, { node_id: found.node_id, name: found.name }];
  }
  return [];
}

type Props = {
  folder: number | null;
  /** The first page of where one begins, which was asked for beside the link itself. */
  early: Promise<EntryPage> | null;
  /** There is nothing: the link may have ended, or ask for its password again. */
  onTrouble: () => void;
};

/** The entries of a folder, page by page. A folder that was seen is kept, so that Back shows it at once. */
export function useListing({ folder, early, onTrouble }: Props): Listing & { more: () => void } {
  const seen = useRef(new Map<number | null, Listing>());
  const asking = useRef(new Set<number | null>());
  const waiting = useRef(early);
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const more = useCallback(async () => {
    const before = seen.current.get(folder);
    const isAtEnd = before?.status === 'ready' && before.next === null;
    if (isAtEnd || asking.current.has(folder)) return;
    asking.current.add(folder);
    const begun = before ?? { ...fresh, path: pathTo(folder, seen.current.values()) };
    seen.current.set(folder, { ...begun, status: 'loading' });
    redraw(0);
    try {
      const first = waiting.current;
      waiting.current = null;
      const page = await (first ?? listEntries(folder, before?.next ?? null));
      seen.current.set(folder, withPage(begun, page));
    } catch (error) {
      const gone = troubleOf(error) === 'ended';
      seen.current.set(folder, { ...begun, status: gone ? 'gone' : 'failed' });
      if (gone) onTrouble();
    }
    asking.current.delete(folder);
    redraw(0);
  }, [folder, onTrouble]);

  const listing = seen.current.get(folder);
  const isNew = listing === undefined;
  useEffect(() => {
    if (isNew) void more();
  }, [isNew, more]);
  // What failed for want of a connection is asked again with it.
  useEffect(() => {
    const again = () => seen.current.get(folder)?.status === 'failed' && void more();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [folder, more]);

  return { ...(listing ?? { ...fresh, path: pathTo(folder, seen.current.values()) }), more };
}
