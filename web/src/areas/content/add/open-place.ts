import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ActionContext } from '../../../platform/registry/actions';

/** The folder whose page is open, where its user may add something; asked anew for each action. */
type OpenPlace = () => ActionContext;

let place: OpenPlace | null = null;
const listeners = new Set<() => void>();

function set(next: OpenPlace | null): void {
  place = next;
  for (const listener of listeners) listener();
}

/** Lets the tab at the foot of a phone add to this folder while its page is open. */
export function useOfferPlace(context: ActionContext, writable: boolean): void {
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });
  useEffect(() => {
    if (!writable) return;
    const offered = () => latest.current;
    set(offered);
    return () => {
      if (place === offered) set(null);
    };
  }, [writable]);
}

export function useOpenPlace(): OpenPlace | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
}
