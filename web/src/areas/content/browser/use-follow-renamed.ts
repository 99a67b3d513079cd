import { useEffect, useEffectEvent, useRef } from 'react';
import { type Renamed, useLatelyRenamed } from '../entry/lately-renamed';

/** A list that has another order so long after a renaming has it for another reason. */
const FOLLOWS_MS = 5000;

type Places = ReadonlyMap<number, number>;

/** The list at the time of a renaming. */
interface Before {
  renamed: Renamed | null;
  list: string;
  /** Null once it is followed, and where the list does not have the entry. */
  places: Places | null;
}

/**
 * Calls `moved` once, when an entry that was renamed gets another place among the others by it; `index` is undefined
 * where the loaded part does not have it any more. `list` says what is listed, and in which order.
 */
export function useFollowRenamed(
  list: string,
  indexOf: Places,
  moved: (nodeId: number, index: number | undefined) => void,
): void {
  const renamed = useLatelyRenamed();
  const before = useRef<Before>({ renamed, list, places: null });
  const look = useEffectEvent(() => {
    if (before.current.renamed !== renamed) {
      const isHere = renamed !== null && indexOf.has(renamed.nodeId);
      before.current = { renamed, list, places: isHere ? indexOf : null };
      return;
    }
    const { places } = before.current;
    if (renamed === null || places === null) return;
    const isOver = Date.now() - renamed.at > FOLLOWS_MS || list !== before.current.list;
    const follows = !isOver && isElsewhere(renamed.nodeId, places, indexOf);
    if (isOver || follows) before.current = { renamed, list, places: null };
    if (follows) moved(renamed.nodeId, indexOf.get(renamed.nodeId));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order of the list
  useEffect(() => look(), [renamed, list, indexOf]);
}

/** Whether others that are in both lists have changed sides with it; what comes and goes beside it does not count. */
function isElsewhere(nodeId: number, before: Places, now: Places): boolean {
  const [was = -1, is] = [before.get(nodeId), now.get(nodeId)];
  for (const [id, place] of before) {
    const next = now.get(id);
    if (id === nodeId || next === undefined) continue;
    if (is === undefined || place < was !== next < is) return true;
  }
  return false;
}
