import { useEffect, useSyncExternalStore } from 'react';

/** A session that ended while a form had unsaved input: its user, and its token. */
export type SessionExpiry = { usersId: number; email: string; token: string };

let forms = 0;
let expiry: SessionExpiry | null = null;
const listeners = new Set<() => void>();

function become(next: SessionExpiry | null): void {
  expiry = next;
  for (const listener of listeners) listener();
}

/** While this is true, the end of the session does not leave the page: the input would be lost. */
export function useUnsavedWork(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    forms += 1;
    return () => {
      forms -= 1;
    };
  }, [unsaved]);
}

export const hasUnsavedWork = (): boolean => forms > 0;

export const beginExpiry = (ended: SessionExpiry): void => become(ended);

export const endExpiry = (): void => become(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useExpiry(): SessionExpiry | null {
  return useSyncExternalStore(subscribe, () => expiry);
}
