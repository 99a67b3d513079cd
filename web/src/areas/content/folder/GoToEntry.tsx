import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { useEntryList } from '../browser/use-entry-list';
import type { Order } from '../orders';
import { placeQuery } from '../queries';

interface Props {
  appId: number;
  folderId: number;
  order: Order;
  at: number;
  list: ReturnType<typeof useEntryList>;
  /** Called once: whether the list has the entry. */
  arrived: (here: boolean) => void;
}

/** Loads the list of a folder until it has the entry that the address names; in a long list, the page around it. */
export function GoToEntry({ appId, folderId, order, at, list, arrived }: Props) {
  const { entries, pending, jumping, long, more, loadMore } = list;
  const isHere = entries.some((entry) => entry.node_id === at);
  const hasRest = more || (long?.begin ?? 0) > 0;
  const asks = !pending && !isHere && hasRest;
  const place = useQuery({ ...placeQuery(appId, folderId, order, at), enabled: asks });
  const stage = useRef<'looks' | 'jumped' | 'done'>('looks');
  const settle = useEffectEvent(() => {
    if (stage.current === 'done' || pending || jumping) return;
    const end = (here: boolean) => {
      stage.current = 'done';
      arrived(here);
    };
    if (isHere) return end(true);
    if (!hasRest || place.isError) return end(false);
    if (place.data === undefined) return;
    const { index, hasBuckets } = place.data;
    if (!hasBuckets) return loadMore();
    if (index === null || stage.current === 'jumped') return end(false);
    if (long === null) return;
    stage.current = 'jumped';
    long.jumpTo(index);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may be what was waited for
  useEffect(() => settle(), [entries, pending, jumping, long, more, place.data, place.isError]);
  return null;
}
