import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withNoticeTexts } from '../../platform/i18n/notice-texts';
import { withTrayTexts } from '../../platform/i18n/tray-texts';
import { unseenQuery } from '../../platform/live/notices-query';
import { useUnseen } from '../../platform/live/use-unseen';
import { later } from '../../platform/routing/later';
import { OnUse } from '../../platform/ui/OnUse';
import { isRunning } from './action';
import type { ActionGroup } from './action-groups';
import classes from './Bell.module.css';
import { unreadGroups, useSeenGroups } from './seen-groups';
import { useActionGroups } from './use-actions';

const BellPopover = later(() => withTrayTexts(withNoticeTexts(import('./BellPopover'))), 'BellPopover');

/** What a group did so lately is what the bell is pressed for, if there is no notice. */
const LATELY_S = 3600;

const isUnderWay = (group: ActionGroup) => group.actions.some(isRunning);
const isOfNow = (group: ActionGroup) => isUnderWay(group) || group.createdAt > Date.now() / 1000 - LATELY_S;

/** The bell of the top bar: how many notices are new, and groups of actions that ended unseen; and the lists of both. */
export function Bell() {
  const { t } = useTranslation('activity');
  const client = useQueryClient();
  const groups = useActionGroups();
  const [opened, setOpened] = useState(false);
  const [seen, see] = useSeenGroups();
  const news = { forYou: useUnseen(), inProgress: opened ? 0 : unreadGroups(groups, seen).length };
  const unread = opened ? 0 : news.forYou + news.inProgress;
  const [first, setFirst] = useState<'forYou' | 'inProgress'>('forYou');
  const choose = async () => {
    setFirst(news.forYou === 0 && groups.some(isOfNow) ? 'inProgress' : 'forYou');
    // The socket may have told nothing of them yet.
    const { unseen } = await client.fetchQuery({ ...unseenQuery(), staleTime: 0 });
    if (unseen > 0 && !groups.some(isUnderWay)) setFirst('forYou');
  };
  const change = (next: boolean) => {
    if (next) void choose().catch(() => undefined);
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
        <BellPopover {...{ target: bell, groups, news, first, opened, change }} />
      </OnUse>
    </Indicator>
  );
}
