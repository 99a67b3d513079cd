import { useEffect, useSyncExternalStore } from 'react';

/** A session that ended under a form in which something is entered: whose it was, and its token. */
export type Lapse = { usersId: number; email: string; token: string };

let forms = 0;
let lapse: Lapse | null = null;
const listeners = new Set<() => void>();

function become(next: Lapse | null): void {
  lapse = next;
  for (const listener of listeners) listener();
}

/** While this holds, the end of the session does not lead away: what was entered would be lost. */
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

export const beginLapse = (ended: Lapse): void => become(ended);

export const endLapse = (): void => become(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLapse(): Lapse | null {
  return useSyncExternalStore(subscribe, () => lapse);
}
