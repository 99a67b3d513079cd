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

/** Leads to what a banner tells of; its label is in the person's language. */
export interface Lead {
  label: string;
  run: () => void;
}

/** What a banner offers beside its sentence. */
export interface Offers {
  undo?: Undo | undefined;
  lead?: Lead | undefined;
  /** The background actions that it tells of: it is not shown while the tray lists them. */
  actions?: readonly string[] | undefined;
}

/** How something ended that a banner told of while it went on. */
export interface Ended extends Offers {
  kind: BannerKind;
  message: string;
}

async function show(kind: BannerKind, message: string, offers: Offers = {}): Promise<void> {
  want();
  const { showBanner } = await loadBanners();
  showBanner(kind, message, offers);
}

async function showUntil(message: string, offers: Offers, ended: Promise<Ended | null>): Promise<void> {
  want();
  const { becomes, hideBanner, showGoingOn } = await loadBanners();
  const id = showGoingOn(message, offers);
  const end = await ended;
  if (end === null) hideBanner(id);
  else becomes(id, { actions: offers.actions, ...end });
}

/** The banners of the page: one sentence, already in the person's language. Errors are announced at once. */
export const notify = {
  error: (message: string) => void show('error', message),
  /** With something to offer the banner stays longer. */
  success: (message: string, offers: Offers = {}) => void show('success', message, offers),
  info: (message: string, offers: Offers = {}) => void show('info', message, offers),
  /** What goes on: once it has ended, the banner says that instead. Null: nothing is said of its end. */
  goesOn: (message: string, offers: Offers, ended: Promise<Ended | null>) => void showUntil(message, offers, ended),
};
