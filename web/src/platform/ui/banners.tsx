import { type NotificationData, Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BannerMessage } from './BannerMessage';
import classes from './banners.module.css';
import type { Ended, Offers, Undo } from './notify';

const shownMs = 3500;
/** So long something can be taken back. */
const undoableMs = 10_000;
/** What goes on is told for another time, so that the time of what it becomes begins anew. */
const goingOnMs = 15_000;

export type BannerKind = 'error' | 'success' | 'info';

const icons: Record<BannerKind, ReactNode> = {
  error: <IconAlertCircle size={20} stroke={1.7} />,
  success: <IconCircleCheck size={20} stroke={1.7} />,
  info: <IconInfoCircle size={20} stroke={1.7} />,
};

let offered = 0;

export function showBanner(kind: BannerKind, message: string, offers: Offers): void {
  // The same text twice is one banner, but not the same thing to take back.
  const hasOffers = offers.undo !== undefined || offers.lead !== undefined;
  const id = hasOffers ? `offer:${offered++}` : `${kind}:${message}`;
  notifications.show(banner(id, kind, message, offers));
}

/** Shows what goes on; the answer is its id. */
export function showGoingOn(message: string, undo: Undo): string {
  const id = `offer:${offered++}`;
  notifications.show({ ...banner(id, 'info', message, { undo }), autoClose: goingOnMs });
  return id;
}

/** A banner says how it ended; one that is gone comes back for that. */
export function becomes(id: string, { kind, message, ...offers }: Ended): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  const ended = banner(id, kind, message, offers);
  if ([...shown, ...queue].some((one) => one.id === id)) notifications.update(ended);
  else notifications.show(ended);
}

export function hideBanner(id: string): void {
  notifications.hide(id);
}

function banner(id: string, kind: BannerKind, message: string, { undo, lead }: Offers): NotificationData {
  const takeBack = undo && {
    run: async () => {
      notifications.hide(id);
      await undo.run();
    },
  };
  const go = lead && {
    label: lead.label,
    run: () => {
      notifications.hide(id);
      lead.run();
    },
  };
  const hasOffers = takeBack !== undefined || go !== undefined;
  return {
    id,
    message: hasOffers ? <BannerMessage message={message} undo={takeBack} lead={go} /> : message,
    autoClose: hasOffers ? undoableMs : shownMs,
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
