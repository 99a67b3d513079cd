import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banners.module.css';
import type { Undo } from './notify';
import { UndoableMessage } from './UndoableMessage';

const shownMs = 3500;
/** So long something can be taken back. */
const undoableMs = 10_000;

export type BannerKind = 'error' | 'success' | 'info';

const icons: Record<BannerKind, ReactNode> = {
  error: <IconAlertCircle size={20} stroke={1.7} />,
  success: <IconCircleCheck size={20} stroke={1.7} />,
  info: <IconInfoCircle size={20} stroke={1.7} />,
};

let offers = 0;

export function showBanner(kind: BannerKind, message: string, undo?: Undo): void {
  // The same text twice is one banner, but not the same thing to take back.
  const id = undo ? `undo:${offers++}` : `${kind}:${message}`;
  const takeBack = undo && {
    run: async () => {
      notifications.hide(id);
      await undo.run();
    },
  };
  notifications.show({
    id,
    message: takeBack ? <UndoableMessage message={message} undo={takeBack} /> : message,
    autoClose: undo ? undoableMs : shownMs,
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
