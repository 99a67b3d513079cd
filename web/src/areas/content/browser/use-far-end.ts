import { useEffect, useEffectEvent, useState } from 'react';
import type { Entry } from '../queries';
import type { LongList } from './browser-view';

/** What lies nearer is loaded page by page; further away, the list is left for its last page. */
const NEAR = 300;

export type Keys = { extend: boolean; keep: boolean };

interface Props {
  entries: readonly Entry[];
  more: boolean;
  loadMore: () => void;
  list: LongList | null;
  move: (index: number, keys: Keys) => void;
}

type Wanted = { to: 'home' | 'end'; keys: Keys; jumped: boolean };

/**
 * The ways to the ends of a list that is not loaded as far. The call answers false if that end is loaded; other steps
 * give up the way that goes on.
 */
export function useFarEnd({ entries, more, loadMore, list, move }: Props): (step: string, keys: Keys) => boolean {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const begin = list?.begin ?? 0;
  const total = list?.buckets.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const goOn = useEffectEvent(() => {
    // A page that was jumped to is on its way.
    if (wanted === null || entries.length === 0) return;
    const { to, keys, jumped } = wanted;
    if (to === 'home' ? begin === 0 : !more) {
      setWanted(null);
      move(to === 'home' ? 0 : entries.length - 1, keys);
      return;
    }
    const isFar = (to === 'home' ? begin : total - begin - entries.length) > NEAR;
    // A range needs everything in between.
    if (list !== null && isFar && !keys.extend && !jumped) {
      setWanted({ ...wanted, jumped: true });
      list.jumpTo(to === 'home' ? 0 : total - 1);
    } else if (to === 'home') list?.loadBefore();
    else loadMore();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each page
  useEffect(goOn, [wanted, entries, more, begin, loadMore, list?.loadBefore]);
  return (step, keys) => {
    const isFarHome = step === 'home' && begin > 0;
    const isFarEnd = step === 'end' && more;
    setWanted(isFarHome || isFarEnd ? { to: isFarHome ? 'home' : 'end', keys, jumped: false } : null);
    return isFarHome || isFarEnd;
  };
}
