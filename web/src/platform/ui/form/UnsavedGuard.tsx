import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadSettingsTexts } from '../../i18n/settings-texts';
import { loadChunk } from '../../routing/page';
import { hasUnsavedWork } from '../../session/expiry';
import { sessionStore } from '../../session/session-store';

const DiscardDialog = lazy(async () => {
  const [module] = await Promise.all([loadChunk(() => import('./DiscardDialog')), loadSettingsTexts()]);
  return { default: module.DiscardDialog };
});

/**
 * For a page with forms of its own, as `FormDrawer` does for a form at the side: leaving asks first, and once for all of
 * them. Each tells with `useUnsavedWork` that something is entered. Who has signed out is not held.
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
