import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EntryAction } from '../../../platform/registry/actions';
import { Menu } from '../../../platform/ui/Menu';
import classes from './SelectionBar.module.css';

interface Props {
  actions: readonly EntryAction[];
  labelOf: (action: EntryAction) => string;
  /** Why one cannot be done with the selection. */
  reasonOf: (action: EntryAction) => string | null;
  run: (action: EntryAction) => void;
}

/** The actions that the bar of a selection has no room for. */
export function BarMenu({ actions, labelOf, reasonOf, run }: Props) {
  const { t } = useTranslation('content');
  return (
    <Menu position="top-end" withinPortal width="max-content">
      <Menu.Target>
        <ActionIcon
          size={34}
          variant="subtle"
          color="gray"
          c="var(--v-text)"
          className={classes['more'] ?? ''}
          aria-label={t('selection.more')}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('menu.selection')}>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            leftSection={<action.icon size={18} stroke={1.7} aria-hidden />}
            {...(action.danger && { color: 'var(--v-error)' })}
            // It can be reached, and says why.
            {...(reasonOf(action) !== null && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => run(action)}
          >
            {labelOf(action)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
