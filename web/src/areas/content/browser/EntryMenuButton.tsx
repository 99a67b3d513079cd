import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';

interface Props {
  entry: Pick<Entry, 'node_id' | 'name'>;
  tabStop: boolean;
  open: boolean;
  /** Of a card: over its picture. */
  className?: string | undefined;
}

/** Opens the menu of an entry; the list hears its click. */
export function EntryMenuButton({ entry, tabStop, open, className }: Props) {
  const { t } = useTranslation('content');
  return (
    <ActionIcon
      className={className ?? ''}
      size={28}
      variant={className === undefined ? 'subtle' : 'default'}
      tabIndex={tabStop ? 0 : -1}
      aria-label={t('menu.of', { name: entry.name })}
      aria-haspopup="menu"
      aria-expanded={open}
      data-menu-of={entry.node_id}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
}
