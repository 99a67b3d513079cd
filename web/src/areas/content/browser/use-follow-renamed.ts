import { useEffect, useEffectEvent, useRef } from 'react';
import { useLatelyRenamed } from '../entry/lately-renamed';

/** A list that has another order so long after a renaming has it for another reason. */
const FOLLOWS_MS = 5000;

/**
 * Calls `moved` once, when an entry that was renamed gets another place in the list by it; `index` is undefined where
 * the loaded part does not have it any more.
 */
export function useFollowRenamed(
  indexOf: ReadonlyMap<number, number>,
  moved: (nodeId: number, index: number | undefined) => void,
): void {
  const renamed = useLatelyRenamed();
  /** Where it was; undefined once it is followed, and where it is not in this list. */
  const from = useRef<{ of: typeof renamed; index: number | undefined }>({ of: renamed, index: undefined });
  const look = useEffectEvent(() => {
    if (renamed === null) return;
    const index = indexOf.get(renamed.nodeId);
    if (from.current.of !== renamed) {
      from.current = { of: renamed, index };
      return;
    }
    const isOver = Date.now() - renamed.at > FOLLOWS_MS;
    if (isOver || from.current.index === undefined || from.current.index === index) return;
    from.current = { of: renamed, index: undefined };
    moved(renamed.nodeId, index);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order of the list
  useEffect(() => look(), [renamed, indexOf]);
}
