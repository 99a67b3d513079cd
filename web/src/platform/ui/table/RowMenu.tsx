import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../Menu';
import type { RowAction } from './column';

type Props = { name: string; actions: readonly RowAction[] };

/** The actions of one row. */
export function RowMenu({ name, actions }: Props) {
  const { t } = useTranslation('settings');
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t('table.actions', { name })}>
          <IconDots size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, label, icon: Drawing, run, danger }) => (
          <Menu.Item
            key={key}
            leftSection={<Drawing size={18} stroke={1.7} aria-hidden />}
            {...(danger === true && { c: 'var(--v-error)' })}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
