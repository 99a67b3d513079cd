import { ActionIcon, Drawer, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadPanelTexts } from '../../../platform/i18n/panel-texts';
import type { ActionContext } from '../../../platform/registry/actions';
import { DetailTabList } from '../../../platform/registry/DetailTabList';
import { useDetailTabs } from '../../../platform/registry/use-detail-tabs';
import { later } from '../../../platform/routing/later';
import { useBackCloses } from '../../../platform/ui/use-back-closes';
import { isClosed } from '../move/may-move';
import { type Entry, entryQuery } from '../queries';
import { useIsUnderViewer } from '../viewer/use-shown';
import classes from './DetailPanel.module.css';
import { EntryTags } from './EntryTags';
import { LockNote } from './lock-later';

const SeveralEntries = later(
  async () => (await Promise.all([import('./SeveralEntries'), loadPanelTexts()]))[0],
  'SeveralEntries',
);

interface Props {
  appId: number;
  /** The selected entries; without a selection, the folder itself. */
  entries: readonly Entry[];
  /** What can be done with several of them, of which they may be a part. */
  context: ActionContext;
  close: () => void;
}

/** Information about the selection: beside the list, or a sheet on a phone. */
export function DetailPanel({ appId, entries, context, close }: Props) {
  const { t } = useTranslation('content');
  const small = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const isUnderViewer = useIsUnderViewer();
  useBackCloses(small && !isUnderViewer, close);
  const content = <Content appId={appId} entries={entries} context={context} />;
  if (small) {
    return (
      <Drawer
        opened
        onClose={close}
        position="right"
        size="100%"
        title={t('panel.label')}
        closeButtonProps={{ 'aria-label': t('panel.hide') }}
      >
        {content}
      </Drawer>
    );
  }
  return (
    <aside className={classes['panel']} aria-label={t('panel.label')}>
      <div className={classes['close']}>
        <ActionIcon size={32} aria-label={t('panel.hide')} onClick={close}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {content}
    </aside>
  );
}

function Content({ appId, entries, context }: Omit<Props, 'close'>) {
  const { t } = useTranslation('content');
  const detailTabs = useDetailTabs();
  const [chosen, choose] = useState<string | null>(null);
  const [first] = entries;
  const detail = useQuery({ ...entryQuery(appId, first?.node_id ?? 0), enabled: entries.length === 1 });
  if (!first) return null;
  if (entries.length > 1) {
    return (
      <Suspense fallback={null}>
        <SeveralEntries entries={entries} context={context} />
      </Suspense>
    );
  }
  const shown = detail.data ?? first;
  const closed = isClosed(shown);
  const tabs = detailTabs.filter((tab) => tab.fits(shown) && (!closed || tab.whileLocked));
  // The chosen tab comes back as soon as it fits the selected entry again.
  const open = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  return (
    <>
      <h2 className={classes['name']} dir="auto">
        {shown.name}
      </h2>
      <div className={classes['tags']}>
        <EntryTags entry={shown} all />
      </div>
      {closed && (
        <Suspense fallback={null}>
          <LockNote entry={shown} />
        </Suspense>
      )}
      <Tabs value={open?.key ?? null} onChange={choose} keepMounted={false}>
        <DetailTabList
          tabs={tabs}
          entry={shown}
          open={open?.key ?? null}
          choose={choose}
          label={t('panel.label')}
          more={(count) => t('panel.more', { count })}
          word={t('more')}
          classNames={{ row: classes['list'] ?? '', tab: classes['tab'] ?? '' }}
        />
        {tabs.map(({ key, Tab }) => (
          <Tabs.Panel key={key} value={key}>
            <Suspense fallback={null}>
              <Tab key={first.node_id} appId={appId} entry={first} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
