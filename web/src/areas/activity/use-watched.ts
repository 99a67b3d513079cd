import { useCallback, useEffect, useState } from 'react';
import { isRunning, isUnfinished } from './action';
import type { ActionGroup } from './action-groups';

type Watched = Pick<ActionGroup, 'id' | 'actions'>;

const none: ReadonlySet<string> = new Set();

/** The groups that the tray shows: those that run or were interrupted, until they are put away; not those of `own`. */
export function useWatched<Group extends Watched>(groups: readonly Group[], own: readonly string[]) {
  const [watched, setWatched] = useState(none);
  const [away, setAway] = useState(none);
  const owned = own.join(' ');
  useEffect(() => {
    // What runs again is shown again.
    const again = new Set(groups.filter(({ actions }) => actions.some(isRunning)).map(({ id }) => id));
    const kept = new Set([...away].filter((id) => !again.has(id)));
    if (kept.size < away.size) setAway(kept);
    const hidden = new Set([...owned.split(' '), ...kept]);
    const unfinished = groups.filter(({ actions }) => actions.some(isUnfinished)).map(({ id }) => id);
    const next = new Set([...watched, ...unfinished].filter((id) => !hidden.has(id)));
    if ([...next].join() !== [...watched].join()) setWatched(next);
  }, [groups, owned, watched, away]);
  const putAway = useCallback(() => setAway((before) => new Set([...before, ...watched])), [watched]);
  return { shown: groups.filter(({ id }) => watched.has(id) && !own.includes(id)), putAway };
}
