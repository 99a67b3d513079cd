import { type NotificationData, Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isListed, isUndoable, whenListed } from '../live/listed-actions';
import { BannerMessage } from './BannerMessage';
import classes from './banners.module.css';
import type { Ended, Offers, Undo } from './notify';
import { usePageKeys } from './use-page-keys';

const shownMs = 3500;
/** So long something can be taken back. */
const undoableMs = 10_000;
/** What goes on is told for longer. */
const goingOnMs = 15_000;
/** So many acts can be taken back by a key, one after the other. */
const MOST_WAYS_BACK = 50;

export type BannerKind = 'error' | 'success' | 'info';

const icons: Record<BannerKind, ReactNode> = {
  error: <IconAlertCircle size={20} stroke={1.7} />,
  success: <IconCircleCheck size={20} stroke={1.7} />,
  info: <IconInfoCircle size={20} stroke={1.7} />,
};

interface Offer {
  id: string;
  kind: BannerKind;
  message: string;
  offers: Offers;
  until: number;
}

/** The banner of all that can be taken back still. */
const OFFER = 'offer';

let offered = 0;
let turn = 0;

/** What offers something still, the newest last: it is what the banner says. */
let standing: readonly Offer[] = [];

/** The background actions that banners without an offer tell of, by the id of the banner. */
const told = new Map<string, readonly string[]>();

/** The banners of what goes on and offers nothing, by its id. */
const goingOn = new Map<string, string>();

interface WayBack {
  undo: Undo;
  actions: Offers['actions'];
}

/** The ways back of what was done, the newest last, by the id of the banner; also those that are offered no more. */
const waysBack = new Map<string, WayBack>();

whenListed(() => {
  for (const { id, offers } of standing) if (isListed(offers.actions)) putDown(id);
  for (const [id, actions] of told) if (isListed(actions)) notifications.hide(id);
});

const hasOffers = ({ undo, lead }: Offers) => undo !== undefined || lead !== undefined;

export function showBanner(kind: BannerKind, message: string, offers: Offers): void {
  // The same text twice is one banner, but not the same thing to take back.
  const id = nextId();
  keepWayBack(id, offers);
  if (isListed(offers.actions)) return;
  if (hasOffers(offers)) offer(id, kind, message, offers, undoableMs);
  else showPlain(kind, message, offers);
}

function showPlain(kind: BannerKind, message: string, { actions }: Offers): string {
  const banner = plain(kind, message);
  if (actions !== undefined) told.set(banner.id, actions);
  notifications.show({ ...banner, onClose: () => told.delete(banner.id) });
  return banner.id;
}

/** Shows what goes on; the answer is its id. */
export function showGoingOn(message: string, offers: Offers): string {
  const id = nextId();
  keepWayBack(id, offers);
  if (isListed(offers.actions)) return id;
  // It does not cover what can be taken back still.
  if (hasOffers(offers)) offer(id, 'info', message, offers, goingOnMs);
  else goingOn.set(id, showPlain('info', message, offers));
  return id;
}

/** A banner says how it ended; one that is gone comes back for that. */
export function becomes(id: string, { kind, message, ...offers }: Ended): void {
  if (!isListed(offers.actions) && hasOffers(offers)) {
    keepWayBack(id, offers);
    offer(id, kind, message, offers, undoableMs);
    return;
  }
  hideBanner(id);
  if (!isListed(offers.actions)) showPlain(kind, message, offers);
  else keepWayBack(id, offers, { isNewest: false });
}

export function hideBanner(id: string): void {
  const plainId = goingOn.get(id);
  if (plainId !== undefined) notifications.hide(plainId);
  goingOn.delete(id);
  putDown(id);
}

function putDown(id: string): void {
  const wasShown = standing.at(-1)?.id === id;
  forget(id);
  if (wasShown) showNewest();
}

const nextId = () => `${OFFER}:${offered++}`;

/** An act that the tray tells to have ended keeps its place among the others. */
function keepWayBack(id: string, { undo, actions }: Offers, { isNewest = true } = {}): void {
  if (undo === undefined) return;
  if (isNewest) waysBack.delete(id);
  waysBack.set(id, { undo, actions });
  const [oldest] = waysBack.keys();
  if (oldest !== undefined && waysBack.size > MOST_WAYS_BACK) waysBack.delete(oldest);
}

/** Takes the newest act back; false if neither a banner nor the tray offers that. An older one waits for the newer. */
function takeNewestBack(): boolean {
  const [id, way] = [...waysBack].at(-1) ?? [];
  if (id === undefined || way === undefined || !isOffered(id, way)) return false;
  void takeBack(id, way.undo);
  return true;
}

const isOffered = (id: string, { actions }: WayBack) =>
  standing.some((one) => one.id === id && one.offers.undo !== undefined) || isUndoable(actions);

async function takeBack(id: string, undo: Undo): Promise<void> {
  // What was done before it can be taken back next.
  waysBack.delete(id);
  hideBanner(id);
  await undo.run();
}

function offer(id: string, kind: BannerKind, message: string, offers: Offers, forMs: number): void {
  forget(id);
  standing = [...standing, { id, kind, message, offers, until: Date.now() + forMs }];
  showNewest();
}

/** Forgets an offer, and those whose time is over. */
function forget(id: string): void {
  standing = standing.filter((one) => one.id !== id && one.until > Date.now());
}

function showNewest(): void {
  const newest = standing.at(-1);
  if (newest === undefined) {
    notifications.hide(OFFER);
    return;
  }
  // Another time than before, so that it begins anew.
  const left = Math.max(newest.until - Date.now(), shownMs) + (turn++ % 2);
  const shown = { ...offering(newest, standing.length - 1), autoClose: left };
  const { notifications: visible, queue } = notificationsStore.getState();
  if ([...visible, ...queue].some((one) => one.id === OFFER)) notifications.update(shown);
  else notifications.show(shown);
}

/** The banner of an offer, with how many are behind it. */
function offering({ id, kind, message, offers: { undo, lead } }: Offer, earlier: number): NotificationData {
  const back = undo && { run: () => takeBack(id, undo) };
  const go = lead && {
    label: lead.label,
    run: () => {
      notifications.hide(OFFER);
      lead.run();
    },
  };
  return {
    ...plain(kind, message),
    id: OFFER,
    message: <BannerMessage message={message} undo={back} lead={go} earlier={earlier} />,
    // Whoever puts it away, or lets its time pass, does not want those behind it either.
    onClose: () => {
      standing = [];
    },
  };
}

function plain(kind: BannerKind, message: string): NotificationData & { id: string } {
  return {
    id: `${kind}:${message}`,
    message,
    autoClose: shownMs,
    withBorder: true,
    icon: icons[kind],
    role: kind === 'error' ? 'alert' : 'status',
    className: classes[kind] ?? '',
    classNames: { icon: classes['icon'] ?? '', root: classes['root'] ?? '' },
    closeButtonProps: { 'aria-hidden': true, tabIndex: -1 },
  };
}

/** A held key takes back one thing. */
function isUndoKey({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): boolean {
  if (repeat || altKey || shiftKey) return false;
  return (ctrlKey || metaKey) && key.toLowerCase() === 'z';
}

/** Over dialogs, and below menus and sheets: these were opened to choose from them. */
export function Banners() {
  usePageKeys((event) => isUndoKey(event) && takeNewestBack());
  return <Notifications position="bottom-center" limit={3} zIndex={280} className={classes['place'] ?? ''} />;
}
