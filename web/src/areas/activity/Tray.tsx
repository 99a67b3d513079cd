import { lazy, Suspense } from 'react';
import { withTrayTexts } from '../../platform/i18n/tray-texts';
import { loadChunk } from '../../platform/routing/page';
import classes from './Tray.module.css';
import { useActionGroups } from './use-actions';
import { useUploadGroups } from './use-upload-groups';
import { useWatched } from './use-watched';

const TrayPanel = lazy(() =>
  loadChunk(() => withTrayTexts(import('./TrayPanel'))).then((module) => ({ default: module.TrayPanel })),
);
const UploadTray = lazy(() =>
  loadChunk(() => withTrayTexts(import('./UploadTray'))).then((module) => ({ default: module.UploadTray })),
);

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
  const { shown, putAway } = useWatched(
    useActionGroups(),
    uploads.map(({ id }) => id),
  );
  if (shown.length === 0 && uploads.length === 0) return null;
  return (
    <div ref={announce} className={classes['corner']} data-tray>
      <Suspense fallback={null}>
        {shown.length > 0 && <TrayPanel groups={shown} putAway={putAway} />}
        {uploads.length > 0 && <UploadTray groups={uploads} />}
      </Suspense>
    </div>
  );
}
