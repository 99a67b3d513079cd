import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { noticesQuery, seeUpTo } from './notice-queries';

/** The user's notices; those that are shown are seen. Which of them are new is remembered as long as they are shown. */
export function useNotices() {
  const client = useQueryClient();
  const asked = useInfiniteQuery(noticesQuery());
  const notices = asked.data?.pages.flatMap((page) => page.items) ?? [];
  const unseen = notices.filter((notice) => !notice.seen).map((notice) => notice.notice_id);
  const [known, setKnown] = useState<ReadonlySet<number>>(new Set());
  const fresh = unseen.every((id) => known.has(id)) ? known : new Set([...known, ...unseen]);
  if (fresh !== known) setKnown(fresh);
  const told = useRef(0);
  const [latest = 0] = unseen;
  useEffect(() => {
    if (latest <= told.current) return;
    told.current = latest;
    // What could not be noted stays new until the next time.
    void seeUpTo(client, latest).catch(() => undefined);
  }, [client, latest]);
  return { ...asked, notices, isNew: (id: number) => fresh.has(id) };
}
