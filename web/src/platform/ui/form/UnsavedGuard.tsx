import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { hasUnsavedWork } from '../../session/expiry';
import { sessionStore } from '../../session/session-store';
import { DiscardDialog } from './discard-dialog-later';

/**
 * For a page with forms of its own, as `FormDrawer` does for a form at the side: leaving asks first, and once for all
 * of them. Each reports unsaved input with `useUnsavedWork`. Signing out has asked before.
 */
export function UnsavedGuard() {
  const blocker = useBlocker({
    shouldBlockFn: () => hasUnsavedWork() && sessionStore.get() !== null,
    enableBeforeUnload: hasUnsavedWork,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <DiscardDialog answer={(discard) => (discard ? blocker.proceed() : blocker.reset())} />
    </Suspense>
  );
}
