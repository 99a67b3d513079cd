import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '../platform/routing/page';
import { endExpiry, useExpiry } from '../platform/session/expiry';
import { useToken } from '../platform/session/use-session';

const SignInAgain = lazy(() =>
  loadChunk(() => import('../areas/identity/SignInAgain')).then((module) => ({ default: module.SignInAgain })),
);

/** Asks to sign in again if the session ended under a form, unless another tab has done so by now. */
export function ExpiredSession() {
  const expiry = useExpiry();
  const token = useToken();
  const isOver = expiry !== null && (token === null || token.token === expiry.token);
  useEffect(() => {
    if (!isOver) endExpiry();
  }, [isOver]);
  if (!isOver) return null;
  return (
    <Suspense>
      <SignInAgain expiry={expiry} />
    </Suspense>
  );
}
