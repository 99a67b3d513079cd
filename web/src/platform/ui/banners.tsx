import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banners.module.css';

const shownMs = 3500;

export type BannerKind = 'error' | 'success' | 'info';

const icons: Record<BannerKind, ReactNode> = {
  error: <IconAlertCircle size={20} stroke={1.7} />,
  success: <IconCircleCheck size={20} stroke={1.7} />,
  info: <IconInfoCircle size={20} stroke={1.7} />,
};

export function showBanner(kind: BannerKind, message: string): void {
  notifications.show({
    // The same text twice is one banner.
    id: `${kind}:${message}`,
    message,
    autoClose: shownMs,
    withBorder: true,
    icon: icons[kind],
    role: kind === 'error' ? 'alert' : 'status',
    className: classes[kind] ?? '',
    classNames: { icon: classes['icon'] ?? '', root: classes['root'] ?? '' },
    closeButtonProps: { 'aria-hidden': true, tabIndex: -1 },
  });
}

export function Banners() {
  return <Notifications position="bottom-center" limit={3} zIndex={500} className={classes['place'] ?? ''} />;
}
