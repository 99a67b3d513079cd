import { useSyncExternalStore } from 'react';

/** An entry that this page gives another name, and when, in milliseconds. */
export interface Renamed {
  nodeId: number;
  at: number;
}

let last: Renamed | null = null;
const listeners = new Set<() => void>();

/** Told before the server is, so that lists know where the entry was. */
export function noteRenamed(nodeId: number): void {
  last = { nodeId, at: Date.now() };
  for (const listener of listeners) listener();
}

/** What is removed or moved is not followed. */
export function forgetRenamed(): void {
  if (last === null) return;
  last = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was renamed last, unless it is forgotten; a new object each time. */
export function useLatelyRenamed(): Renamed | null {
  return useSyncExternalStore(subscribe, () => last);
}
