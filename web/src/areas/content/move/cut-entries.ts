import { useSyncExternalStore } from 'react';
import type { Entry } from '../queries';
import type { Moved, Way } from './moved-entries';

interface Kept {
  appId: number;
  moved: Moved;
  /** Whether it was cut or copied. */
  way: Way;
}

let kept: Kept | null = null;
let named: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

/** Keeps what was cut or copied until it is pasted; null: nothing is. */
export function keepEntries(what: Kept | null): void {
  kept = what;
  named = new Set(what?.moved.entries.map(({ node_id }) => node_id));
  for (const listener of listeners) listener();
}

export const hasKept = () => kept !== null;

/** What was cut or copied in this library. */
export const keptIn = (appId: number): Kept | null => (kept?.appId === appId ? kept : null);

/** What was cut stays where it is. */
export function endCut(): void {
  if (kept?.way === 'move') keepEntries(null);
}

/** Whether an entry was cut, and waits to be pasted. */
export function isCut(appId: number, { node_id, parent_id }: Pick<Entry, 'node_id' | 'parent_id'>): boolean {
  if (kept?.appId !== appId || kept.way !== 'move') return false;
  const { whole } = kept.moved;
  if (whole === null) return named.has(node_id);
  // Which entries a filter has left, only the server knows.
  return whole.filter === undefined && whole.parentId === parent_id && !whole.except.includes(node_id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsCut(appId: number, entry: Entry): boolean {
  return useSyncExternalStore(subscribe, () => isCut(appId, entry));
}
