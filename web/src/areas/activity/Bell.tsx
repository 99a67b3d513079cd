import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../platform/routing/later';
import { OnUse } from '../../platform/ui/OnUse';
import classes from './Bell.module.css';
import { unreadGroups, useSeenGroups } from './seen-groups';
import { useActionGroups } from './use-actions';

const BellPopover = later(() => import('./BellPopover'), 'BellPopover');

/** The bell of the top bar: the number of groups that ended unseen, and the list of all groups. */
export function Bell() {
  const { t } = useTranslation('activity');
  const groups = useActionGroups();
  const [opened, setOpened] = useState(false);
  const [seen, see] = useSeenGroups();
  const unread = opened ? 0 : unreadGroups(groups, seen).length;
  const change = (next: boolean) => {
    see(groups);
    setOpened(next);
  };
  const bell = (
    <ActionIcon
      className={classes['bell'] ?? ''}
      aria-label={unread > 0 ? t('bell.unread', { count: unread }) : t('bell.label')}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => change(!opened)}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
  return (
    <Indicator
      label={unread > 99 ? '99+' : unread}
      size={18}
      offset={7}
      disabled={unread === 0}
      classNames={{ indicator: classes['count'] ?? '' }}
    >
      <OnUse target={bell} opens="dialog" prefetch={BellPopover.prefetch}>
        <BellPopover target={bell} groups={groups} opened={opened} change={change} />
      </OnUse>
    </Indicator>
  );
}
