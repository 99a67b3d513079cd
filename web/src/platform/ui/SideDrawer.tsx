import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SideDrawer.module.css';
import { useBackCloses } from './use-back-closes';

type Props = { title: string; close: () => void; children: ReactNode };

/** A panel at the side of a table; on a phone it is the whole page. */
export function SideDrawer({ title, close, children }: Props) {
  const { t } = useTranslation('settings');
  useBackCloses(true, close);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={480}
      title={title}
      classNames={{
        content: classes['content'] ?? '',
        body: classes['body'] ?? '',
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
      }}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {children}
    </Drawer>
  );
}
