import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '../platform/routing/page';
import { endLapse, useLapse } from '../platform/session/lapse';
import { useToken } from '../platform/session/use-session';

const SignInAgain = lazy(() =>
  loadChunk(() => import('../areas/identity/SignInAgain')).then((module) => ({ default: module.SignInAgain })),
);

/** Asks to sign in again where the session ended under a form, unless that has happened in another tab by now. */
export function LapsedSession() {
  const lapse = useLapse();
  const token = useToken();
  const isOver = lapse !== null && (token === null || token.token === lapse.token);
  useEffect(() => {
    if (!isOver) endLapse();
  }, [isOver]);
  if (!isOver) return null;
  return (
    <Suspense>
      <SignInAgain lapse={lapse} />
    </Suspense>
  );
}
