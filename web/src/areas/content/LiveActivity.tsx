import { useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useState } from 'react';
import { ActivityProvider } from '../activity/ActivityProvider';
import { liveCache } from './live-cache';

/** Activity, with its events passed to the query cache. */
export function LiveActivity({ children }: PropsWithChildren) {
  const client = useQueryClient();
  const [cache] = useState(() => liveCache(client));
  return (
    <ActivityProvider heard={cache.heard} begun={cache.begun} stored={cache.stored}>
      {children}
    </ActivityProvider>
  );
}
