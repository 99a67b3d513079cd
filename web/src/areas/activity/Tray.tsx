import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../platform/routing/page';
import { isRunning } from './action';
import { useActionGroups } from './use-actions';

const TrayPanel = lazy(() => loadChunk(() => import('./TrayPanel')).then((module) => ({ default: module.TrayPanel })));

const none: ReadonlySet<string> = new Set();

/** Appears at the bottom right when something runs, and stays until it is closed after the end. */
export function Tray() {
  const groups = useActionGroups();
  const [watched, setWatched] = useState(none);
  useEffect(() => {
    const fresh = groups.filter((group) => group.actions.some(isRunning) && !watched.has(group.id));
    if (fresh.length > 0) setWatched(new Set([...watched, ...fresh.map((group) => group.id)]));
  }, [groups, watched]);
  const shown = groups.filter((group) => watched.has(group.id));
  if (shown.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TrayPanel groups={shown} putAway={() => setWatched(none)} />
    </Suspense>
  );
}
