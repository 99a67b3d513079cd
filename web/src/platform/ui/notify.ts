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

async function show(kind: BannerKind, message: string): Promise<void> {
  want();
  const { showBanner } = await loadBanners();
  showBanner(kind, message);
}

/** The banners of the page: one sentence, already in the person's language. Errors are announced at once. */
export const notify = {
  error: (message: string) => void show('error', message),
  success: (message: string) => void show('success', message),
  info: (message: string) => void show('info', message),
};
