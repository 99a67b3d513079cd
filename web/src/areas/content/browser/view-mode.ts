import { useSyncExternalStore } from 'react';

export type ViewMode = 'grid' | 'list';

const KEY = 'navigationViewMode';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function stored(): ViewMode {
  return localStorage.getItem(KEY) === 'list' ? 'list' : 'grid';
}

/** Grid or list, remembered on this device. */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const mode = useSyncExternalStore(subscribe, stored);
  const remember = (next: ViewMode) => {
    localStorage.setItem(KEY, next);
    for (const listener of listeners) listener();
  };
  return [mode, remember];
}
