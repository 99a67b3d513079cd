import { Suspense, useEffect } from 'react';
import { useRegistry } from '../platform/registry/registry';
import { endExpiry, useExpiry } from '../platform/session/expiry';
import { useToken } from '../platform/session/use-session';

/** Asks to sign in again if the session ended under a form, unless another tab has done so by now. */
export function ExpiredSession() {
  const expiry = useExpiry();
  const token = useToken();
  const isOver = expiry !== null && (token === null || token.token === expiry.token);
  useEffect(() => {
    if (!isOver) endExpiry();
  }, [isOver]);
  const Expired = useRegistry().shell.find((parts) => parts.Expired)?.Expired;
  if (!isOver || Expired === undefined) return null;
  return (
    <Suspense>
      <Expired expiry={expiry} />
    </Suspense>
  );
}
