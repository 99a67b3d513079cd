import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { live } from '../../../platform/live/live';
import type { DetailTabProps } from '../../../platform/registry/area';
import { later } from '../../../platform/routing/later';
import { useUploads } from '../../../platform/uploads/uploads-context';
import { pickFiles } from '../folder/pick-files';
import { changeOf } from '../live-events';
import { refreshVersions, type Version, versionsQuery } from './api';
import { startVersion } from './new-version';
import { useVersionChanges } from './use-version-changes';
import { VersionRow } from './VersionRow';
import classes from './VersionsTab.module.css';
import { useVersionFiles } from './version-files';

const LookDialog = later(() => import('./LookDialog'), 'LookDialog');
const CompareDialog = later(() => import('./CompareDialog'), 'CompareDialog');

type Over = { kind: 'look'; version: Version } | { kind: 'compare'; older: Version; newer: Version };

/** What a file has been: its versions, with what can be done with each. */
export function VersionsTab({ appId, entry }: DetailTabProps) {
  const { t } = useTranslation(['content_panel', 'content']);
  const client = useQueryClient();
  const { startUpload } = useUploads();
  const listed = useInfiniteQuery(versionsQuery(appId, entry.node_id));
  const { data, isError, refetch } = listed;
  const [over, setOver] = useState<Over | null>(null);
  const [question, setQuestion] = useState<ReactNode>(null);
  const files = useVersionFiles(appId, entry);
  const changes = useVersionChanges(appId, entry);
  useFollowed(entry, () => void refreshVersions(client, appId, entry.node_id));
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const mayChange = data?.pages[0]?.may_change ?? false;
  const close = () => setOver(null);
  /** It may be the current one since, or no more. */
  const asNow = (version: Version) => versions.find(({ number }) => number === version.number) ?? version;

  /** With the current one; the current one with the one before it. */
  const compare = (version: Version) => {
    const current = versions.find((one) => one.is_current);
    const older = version.is_current ? versions.find((one) => one.number < version.number) : version;
    if (older && current) setOver({ kind: 'compare', older, newer: current });
  };
  const upload = () => {
    const open = (show: (close: () => void) => ReactNode) => setQuestion(show(() => setQuestion(null)));
    pickFiles('file', (chosen) => void startVersion(entry, chosen, { appId, open, startUpload }));
  };
  if (isError && !data) {
    return (
      <div className={classes['failed']}>
        <p>{t('failed')}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes['tab']}>
      {mayChange && (
        <Button variant="default" leftSection={<IconFileUpload size={18} stroke={1.7} aria-hidden />} onClick={upload}>
          {t('content:actions.replaceFile')}
        </Button>
      )}
      <ol className={classes['versions']} aria-label={t('label')}>
        {versions.map((version) => (
          <VersionRow
            key={version.version_id}
            {...{ appId, entry, version, files, changes }}
            mayChange={mayChange}
            look={() => setOver({ kind: 'look', version })}
            compare={versions.length > 1 ? () => compare(version) : null}
          />
        ))}
      </ol>
      {listed.hasNextPage && (
        <Button variant="default" loading={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
      {versions.length === 1 && <p className={classes['quiet']}>{t('onlyOne')}</p>}
      {question}
      {over && (
        <Suspense fallback={null}>
          {over.kind === 'look' ? (
            <LookDialog {...{ appId, entry, files, close }} version={asNow(over.version)} />
          ) : (
            <CompareDialog {...{ appId, entry, files, versions, close }} older={over.older} newer={over.newer} />
          )}
        </Suspense>
      )}
    </div>
  );
}

/** Reads the versions again when the file gets another one elsewhere. */
function useFollowed({ node_id: nodeId, parent_id: folderId }: DetailTabProps['entry'], changed: () => void): void {
  const heard = useEffectEvent(changed);
  useEffect(() => {
    const left = [live.join(nodeId), ...(folderId === null ? [] : [live.join(folderId)])];
    const stop = live.listen((event) => {
      const change = changeOf(event);
      if (change?.kind === 'entry' && change.nodeId === nodeId) heard();
    });
    return () => {
      stop();
      for (const leave of left) leave();
    };
  }, [nodeId, folderId]);
}
