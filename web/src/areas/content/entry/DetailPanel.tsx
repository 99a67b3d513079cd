import { ActionIcon, Drawer, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import type { WholeSelection } from '../../../platform/registry/actions';
import { DetailTabList } from '../../../platform/registry/DetailTabList';
import { useDetailTabs } from '../../../platform/registry/use-detail-tabs';
import { useBackCloses } from '../../../platform/ui/use-back-closes';
import { isClosed } from '../move/may-move';
import { type Entry, entryQuery } from '../queries';
import { useIsUnderViewer } from '../viewer/use-shown';
import classes from './DetailPanel.module.css';
import { EntryTags } from './EntryTags';
import { LockNote } from './lock-later';

interface Props {
  appId: number;
  /** The selected entries; without a selection, the folder itself. */
  entries: readonly Entry[];
  /** They are a part of this selection. */
  whole?: WholeSelection | null;
  close: () => void;
}

/** Information about the selection: beside the list, or a sheet on a phone. */
export function DetailPanel({ appId, entries, whole = null, close }: Props) {
  const { t } = useTranslation('content');
  const small = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const isUnderViewer = useIsUnderViewer();
  useBackCloses(small && !isUnderViewer, close);
  const content = <Content appId={appId} entries={entries} whole={whole} />;
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

function Content({ appId, entries, whole }: Required<Omit<Props, 'close'>>) {
  const { t, i18n } = useTranslation('content');
  const detailTabs = useDetailTabs();
  const [chosen, choose] = useState<string | null>(null);
  const [first] = entries;
  const detail = useQuery({ ...entryQuery(appId, first?.node_id ?? 0), enabled: entries.length === 1 });
  if (!first) return null;
  if (entries.length > 1) {
    const bytes = whole?.bytes ?? entries.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
    return (
      <div>
        <h2 className={classes['name']}>{t('selection.count', { count: whole?.count ?? entries.length })}</h2>
        {bytes > 0 && <p className={classes['quiet']}>{formatSize(bytes, i18n.language)}</p>}
      </div>
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
