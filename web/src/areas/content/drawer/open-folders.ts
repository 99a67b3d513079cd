import { useSyncExternalStore } from 'react';

const key = (appId: number) => `tree_open_${appId}`;
/** Of the folders that were opened, the last ones are remembered. */
const MOST = 200;

type Open = ReadonlySet<number>;

const known = new Map<number, Open>();
const listeners = new Set<() => void>();

function read(appId: number): Open {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(appId)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)) : []);
  } catch {
    return new Set();
  }
}

function current(appId: number): Open {
  const there = known.get(appId);
  if (there !== undefined) return there;
  const open = read(appId);
  known.set(appId, open);
  return open;
}

function change(appId: number, next: Open): void {
  known.set(appId, next);
  try {
    localStorage.setItem(key(appId), JSON.stringify([...next].slice(-MOST)));
  } catch {
    // Without storage the tree is closed again after a reload.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens folders of the tree, and leaves the others as they are. */
export function openFolders(appId: number, folders: readonly number[]): void {
  const open = current(appId);
  if (folders.some((id) => !open.has(id))) change(appId, new Set([...open, ...folders]));
}

export function closeFolder(appId: number, folder: number): void {
  const open = current(appId);
  if (open.has(folder)) change(appId, new Set([...open].filter((id) => id !== folder)));
}

/** The folders of the tree that are open, remembered on this device. */
export function useOpenFolders(appId: number): Open {
  return useSyncExternalStore(subscribe, () => current(appId));
}
