import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notify.module.css';

const shownMs = 3500;

type Kind = 'error' | 'success' | 'info';

const icons: Record<Kind, ReactNode> = {
  error: <IconAlertCircle size={20} stroke={1.7} />,
  success: <IconCircleCheck size={20} stroke={1.7} />,
  info: <IconInfoCircle size={20} stroke={1.7} />,
};

function show(kind: Kind, message: string): void {
  notifications.show({
    // The same words twice are one banner.
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

/** The banners of the page: one sentence, already in the person's language. Errors are announced at once. */
export const notify = {
  error: (message: string) => show('error', message),
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
};
