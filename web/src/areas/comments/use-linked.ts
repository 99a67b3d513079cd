import { useEffect, useEffectEvent, useRef } from 'react';
import type { Thread, Which } from './comment-queries';

/** So many pages are looked through for a thread. */
const MOST_PAGES = 10;

interface Shown {
  threads: readonly Thread[];
  which: Which;
  loaded: boolean;
  more: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => Promise<unknown> };
}

/**
 * Finds the thread that the address leads to: among the open ones, then among all, page by page. Once it is found it is
 * chosen, and the list is the user's again.
 */
export function useLinked(
  linked: number | null,
  { threads, which, loaded, more }: Shown,
  showAll: () => void,
  choose: (thread: number) => void,
): void {
  const sought = useRef<{ id: number | null; pages: number }>({ id: null, pages: 0 });
  useEffect(() => {
    sought.current = { id: linked, pages: 0 };
  }, [linked]);
  const look = useEffectEvent(() => {
    const { id, pages } = sought.current;
    if (id === null || !loaded || more.isFetching) return;
    if (threads.some((thread) => thread.comment_id === id)) {
      sought.current.id = null;
      choose(id);
    } else if (which === 'open') {
      showAll();
    } else if (more.hasNextPage && pages < MOST_PAGES) {
      sought.current.pages += 1;
      void more.fetchNextPage();
    } else {
      sought.current.id = null;
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again whenever the list has changed
  useEffect(() => look(), [linked, loaded, which, threads.length, more.isFetching]);
}
