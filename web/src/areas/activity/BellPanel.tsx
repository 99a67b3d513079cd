import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionGroup } from './action-groups';
import classes from './BellPanel.module.css';
import { GroupList } from './GroupList';
import { NoticeList } from './notices/NoticeList';

export type BellTab = 'forYou' | 'inProgress';

interface Props {
  groups: readonly ActionGroup[];
  /** The notices and groups that are new, by their tab. */
  news: Record<BellTab, number>;
  /** The tab that is open until one is chosen. */
  first: BellTab;
  close: () => void;
}

/** What others did that concerns the user, and all background actions, at most 400 by 600. */
export function BellPanel({ groups, news, first, close }: Props) {
  const { t } = useTranslation('activity_notices');
  const [chosen, choose] = useState<string | null>(null);
  const label = (key: BellTab) => {
    const [name, number] = [t(`tab.${key}`), news[key]];
    return number > 0 ? t('tab.new', { tab: name, number: number > 99 ? '99+' : number }) : name;
  };
  return (
    <Tabs
      value={chosen ?? first}
      onChange={choose}
      keepMounted={false}
      classNames={{ root: classes['panel'] ?? '', list: classes['tabs'] ?? '', panel: classes['content'] ?? '' }}
    >
      <Tabs.List grow aria-label={t('title')}>
        {(['forYou', 'inProgress'] as const).map((key) => (
          <Tabs.Tab key={key} value={key} data-autofocus={key === first || undefined}>
            {label(key)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="forYou">
        <NoticeList onLeave={close} />
      </Tabs.Panel>
      <Tabs.Panel value="inProgress">
        <GroupList groups={groups} close={close} />
      </Tabs.Panel>
    </Tabs>
  );
}
