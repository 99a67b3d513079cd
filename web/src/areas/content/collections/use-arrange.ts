import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { collectedKey, collectionCalls, refresh } from './api';
import { type Arrangement, arrangedPages } from './arranged';

type Pages = InfiniteData<{ items: Entry[]; next: string | null }, unknown>;

/** Moves entries of a collection: shown at once, sent one after the other, and read again if the server refuses. */
export function useArrange(appId: number, id: number) {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  const last = useRef<Promise<void>>(Promise.resolve());
  return (arrangement: Arrangement): void => {
    const key = collectedKey(appId, id);
    void client.cancelQueries({ queryKey: key });
    client.setQueryData<Pages>(key, (pages) => pages && arrangedPages(pages, arrangement));
    const { nodeId, side, other } = arrangement;
    last.current = last.current.then(async () => {
      try {
        await collectionCalls(appId).move(id, { node_id: nodeId, [side]: other });
      } catch (error) {
        notify.error(isProblem(error) ? error.message : t('error.failed'));
        await refresh(client, appId, id);
      }
    });
  };
}
