import { lazy, Suspense, useEffect, useState } from 'react';
import { withTrayTexts } from '../../platform/i18n/tray-texts';
import { loadChunk } from '../../platform/routing/page';
import { isUnfinished } from './action';
import classes from './Tray.module.css';
import { useActionGroups } from './use-actions';
import { useUploadGroups } from './use-upload-groups';

const TrayPanel = lazy(() =>
  loadChunk(() => withTrayTexts(import('./TrayPanel'))).then((module) => ({ default: module.TrayPanel })),
);
const UploadTray = lazy(() =>
  loadChunk(() => withTrayTexts(import('./UploadTray'))).then((module) => ({ default: module.UploadTray })),
);

const none: ReadonlySet<string> = new Set();

/** Says how much of the corner is taken, for what else stands at the foot of the screen. */
function announce(corner: HTMLElement | null): (() => void) | undefined {
  if (!corner) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--v-tray-width', `${corner.offsetWidth}px`);
    style.setProperty('--v-tray-height', `${corner.offsetHeight}px`);
  });
  observer.observe(corner);
  return () => {
    observer.disconnect();
    style.removeProperty('--v-tray-width');
    style.removeProperty('--v-tray-height');
  };
}

/**
 * At the bottom right: uploads of this page, and what failed of others, until it is answered; and what else runs or was
 * interrupted, until it is closed after the end.
 */
export function Tray() {
  const uploads = useUploadGroups();
  const groups = useActionGroups();
  const [watched, setWatched] = useState(none);
  const [away, setAway] = useState(none);
  useEffect(() => {
    const own = new Set([...uploads.map(({ id }) => id), ...away]);
    const running = groups.filter((group) => group.actions.some(isUnfinished)).map(({ id }) => id);
    const next = new Set([...watched, ...running].filter((id) => !own.has(id)));
    if ([...next].join() !== [...watched].join()) setWatched(next);
  }, [groups, uploads, watched, away]);
  const shown = groups.filter((group) => watched.has(group.id) && uploads.every(({ id }) => id !== group.id));
  if (shown.length === 0 && uploads.length === 0) return null;
  return (
    <div ref={announce} className={classes['corner']} data-tray>
      <Suspense fallback={null}>
        {shown.length > 0 && <TrayPanel groups={shown} putAway={() => setAway(watched)} />}
        {uploads.length > 0 && <UploadTray groups={uploads} />}
      </Suspense>
    </div>
  );
}
