import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../platform/routing/later';
import { whenUsed } from '../../platform/routing/when-used';
import classes from './Bell.module.css';
import { unreadGroups, useSeenGroups } from './seen-groups';
import { useActionGroups } from './use-actions';

const BellPanel = later(() => import('./BellPanel'), 'BellPanel');

/** The bell of the top bar: the number of groups that ended unseen, and the list of all groups. */
export function Bell() {
  const { t } = useTranslation('activity');
  const groups = useActionGroups();
  const [opened, setOpened] = useState(false);
  const [seen, see] = useSeenGroups();
  useEffect(() => void whenUsed.then(BellPanel.prefetch).catch(() => undefined), []);
  const unread = opened ? 0 : unreadGroups(groups, seen).length;
  const change = (next: boolean) => {
    see(groups);
    setOpened(next);
  };
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
      <Indicator
        label={unread > 99 ? '99+' : unread}
        size={18}
        offset={7}
        disabled={unread === 0}
        classNames={{ indicator: classes['count'] ?? '' }}
      >
        <Popover.Target>
          <ActionIcon
            className={classes['bell'] ?? ''}
            aria-label={unread > 0 ? t('bell.unread', { count: unread }) : t('bell.label')}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => change(!opened)}
          >
            <IconBell size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown data-bell-panel p={0} w={350} className={classes['panel'] ?? ''} aria-label={t('title')}>
        <Suspense fallback={null}>
          <BellPanel groups={groups} close={() => change(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
