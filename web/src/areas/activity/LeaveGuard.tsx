import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { withTrayTexts } from '../../platform/i18n/tray-texts';
import { loadChunk } from '../../platform/routing/page';
import { sessionStore } from '../../platform/session/session-store';
import { askBeforeLeaving } from '../../platform/uploads/may-leave';
import { hasActive } from '../../platform/uploads/upload-queue';
import { useUploads } from '../../platform/uploads/uploads-context';

const LeaveDialog = lazy(() =>
  loadChunk(() => withTrayTexts(import('./LeaveDialog'))).then((module) => ({ default: module.LeaveDialog })),
);

/**
 * Asks before uploads are lost: when the tab closes, when a route outside of the shell opens, and before signing out.
 * Background work of the server continues without this page, so only uploads ask.
 */
export function LeaveGuard() {
  const { uploads } = useUploads();
  const active = useSyncExternalStore(uploads.subscribe, () => hasActive(uploads.snapshot()));
  const [asked, setAsked] = useState<((leave: boolean) => void) | null>(null);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => active && next.pathname === '/login' && sessionStore.get() !== null,
    enableBeforeUnload: () => active,
    withResolver: true,
  });
  useEffect(() => {
    if (!active) return;
    return askBeforeLeaving(() => new Promise((resolve) => setAsked(() => resolve)));
  }, [active]);

  const answer = (leave: boolean) => {
    asked?.(leave);
    setAsked(null);
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  };
  if (blocker.status !== 'blocked' && asked === null) return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog answer={answer} />
    </Suspense>
  );
}
