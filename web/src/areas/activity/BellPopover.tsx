import { Popover } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionGroup } from './action-groups';
import classes from './Bell.module.css';
import { BellPanel } from './BellPanel';

interface Props {
  target: ReactElement;
  groups: readonly ActionGroup[];
  opened: boolean;
  change: (opened: boolean) => void;
}

/** The list of all groups below the bell. */
export function BellPopover({ target, groups, opened, change }: Props) {
  const { t } = useTranslation('activity');
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      // Eight below the bar, right-aligned with the user menu.
      offset={{ mainAxis: 20, crossAxis: 44 }}
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown data-bell-panel p={0} w={350} className={classes['panel'] ?? ''} aria-label={t('title')}>
        <BellPanel groups={groups} close={() => change(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
