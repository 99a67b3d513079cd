import { type NotificationData, Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BannerMessage } from './BannerMessage';
import classes from './banners.module.css';
import type { Ended, Offers, Undo } from './notify';

const shownMs = 3500;
/** So long something can be taken back. */
const undoableMs = 10_000;
/** What goes on is told for longer. */
const goingOnMs = 15_000;

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

const hasOffers = ({ undo, lead }: Offers) => undo !== undefined || lead !== undefined;

export function showBanner(kind: BannerKind, message: string, offers: Offers): void {
  // The same text twice is one banner, but not the same thing to take back.
  if (hasOffers(offers)) offer(nextId(), kind, message, offers, undoableMs);
  else notifications.show(plain(kind, message));
}

/** Shows what goes on; the answer is its id. */
export function showGoingOn(message: string, undo: Undo): string {
  const id = nextId();
  offer(id, 'info', message, { undo }, goingOnMs);
  return id;
}

/** A banner says how it ended; one that is gone comes back for that. */
export function becomes(id: string, { kind, message, ...offers }: Ended): void {
  if (hasOffers(offers)) {
    offer(id, kind, message, offers, undoableMs);
    return;
  }
  hideBanner(id);
  notifications.show(plain(kind, message));
}

export function hideBanner(id: string): void {
  const wasShown = standing.at(-1)?.id === id;
  forget(id);
  if (wasShown) showNewest();
}

const nextId = () => `${OFFER}:${offered++}`;

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
  const takeBack = undo && {
    run: async () => {
      // What was done before it can be taken back next.
      hideBanner(id);
      await undo.run();
    },
  };
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
    message: <BannerMessage message={message} undo={takeBack} lead={go} earlier={earlier} />,
    // Whoever puts it away, or lets its time pass, does not want those behind it either.
    onClose: () => {
      standing = [];
    },
  };
}

function plain(kind: BannerKind, message: string): NotificationData {
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

/** Over dialogs, and below menus and sheets: these were opened to choose from them. */
export function Banners() {
  return <Notifications position="bottom-center" limit={3} zIndex={280} className={classes['place'] ?? ''} />;
}
