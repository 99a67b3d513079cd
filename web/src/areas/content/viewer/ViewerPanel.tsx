import { ActionIcon, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailTabList } from '../../../platform/registry/DetailTabList';
import { useDetailTabs } from '../../../platform/registry/use-detail-tabs';
import { useBackCloses } from '../../../platform/ui/use-back-closes';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { EntryTags } from '../entry/EntryTags';
import { type Entry, entryQuery } from '../queries';
import { SheetHandle } from './SheetHandle';
import { useSwipes } from './use-swipes';
import classes from './ViewerPanel.module.css';

type Props = { appId: number; file: Entry; close: () => void };

/** What is known about the file and who may see it, beside it; the same tabs as beside a list. On a phone it is the high sheet below it. */
export function ViewerPanel({ appId, file, close }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const detailTabs = useDetailTabs();
  const router = useRouter();
  // Behind the name of its tab, an address may say more: `comments-12`.
  const [chosen, choose] = useState<string | null>(router.state.location.hash.split('-')[0] ?? null);
  const isSheet = useIsPhone();
  const isOver = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  useBackCloses(isOver, close);
  const swipes = useSwipes((swipe) => {
    if (isSheet && swipe === 'close') close();
  });
  const entry = useQuery(entryQuery(appId, file.node_id)).data ?? file;
  const tabs = detailTabs.filter((tab) => tab.fits(entry));
  const open = tabs.find((tab) => tab.key === chosen) ?? tabs[0];
  return (
    <aside className={classes['panel']} aria-label={t('panel.label')} {...swipes}>
      {isSheet && <SheetHandle label={t('content_viewer:sheet.less')} expanded press={close} />}
      <ActionIcon className={classes['close'] ?? ''} size={36} aria-label={t('panel.hide')} onClick={close}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
      <div className={classes['scroller']}>
        <Tabs
          value={open?.key ?? null}
          onChange={choose}
          keepMounted={false}
          classNames={{ panel: classes['content'] ?? '' }}
        >
          <DetailTabList
            tabs={tabs}
            entry={entry}
            open={open?.key ?? null}
            choose={choose}
            label={t('panel.label')}
            more={(count) => t('panel.more', { count })}
            word={t('more')}
            classNames={{ row: classes['list'] ?? '', tab: classes['tab'] ?? '' }}
          />
          {tabs.map(({ key, Tab }) => (
            <Tabs.Panel key={key} value={key}>
              {(entry.marks.length > 0 || entry.locked) && (
                <div className={classes['tags']}>
                  <EntryTags entry={entry} all />
                </div>
              )}
              <Suspense fallback={null}>
                <Tab key={entry.node_id} appId={appId} entry={entry} pictured />
              </Suspense>
            </Tabs.Panel>
          ))}
        </Tabs>
      </div>
    </aside>
  );
}
