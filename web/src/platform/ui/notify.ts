import { useSyncExternalStore } from 'react';
import type { BannerKind } from './banners';

/** The component of banners is loaded when the page is first used, or for the first banner, which waits for it. */
export const loadBanners = () => import('./banners');

let wanted = false;
const listeners = new Set<() => void>();

function want(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there has been a banner. */
export function useBannersWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted);
}

/** Takes back what a banner tells. */
export interface Undo {
  run: () => Promise<void>;
}

async function show(kind: BannerKind, message: string, undo?: Undo): Promise<void> {
  want();
  const { showBanner } = await loadBanners();
  showBanner(kind, message, undo);
}

/** The banners of the page: one sentence, already in the person's language. Errors are announced at once. */
export const notify = {
  error: (message: string) => void show('error', message),
  /** With `undo` the banner stays longer, and offers it. */
  success: (message: string, { undo }: { undo?: Undo } = {}) => void show('success', message, undo),
  info: (message: string) => void show('info', message),
};
