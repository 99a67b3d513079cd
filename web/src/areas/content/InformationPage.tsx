import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../platform/ui/PageHeader';
import { live } from '../activity/live';
import { Breadcrumb } from './Breadcrumb';
import { EntryFacts } from './EntryFacts';
import { EntryTags } from './EntryTags';
import classes from './InformationPage.module.css';
import { ListError } from './ListError';
import { offered } from './node-actions';
import { ancestorsQuery, entryQuery, nodeActionsQuery } from './queries';
import { Thumbnail } from './Thumbnail';
import { useEntryDialogs } from './use-entry-dialogs';

const route = getRouteApi('/shell/content/$appId/actions/entry/info/$nodeId');
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** An entry's information as a page of its own, to be linked to. */
export function InformationPage() {
  const { t } = useTranslation('content');
  const { appId, nodeId } = route.useParams();
  const { data: entry, error, refetch } = useQuery(entryQuery(appId, nodeId));
  const ancestors = useQuery(ancestorsQuery(appId, nodeId)).data?.items ?? [];
  const listed = useQuery(nodeActionsQuery(appId, nodeId)).data?.items;
  const parentId = entry?.parent_id ?? null;
  useEffect(() => (parentId === null ? undefined : live.join(parentId)), [parentId]);
  const { doings, dialogs } = useEntryDialogs({
    appId,
    entries: entry ? [entry] : [],
    loadMore: () => undefined,
    folderId: null,
    inform: () => undefined,
  });
  if (error) return <ListError appId={appId} error={error} retry={() => void refetch()} headingLevel={1} />;
  if (!entry) return null;
  const keys = new Set(
    offered([entry], listed ? new Set(listed.map((item) => item.action_key)) : null).map((action) => action.key),
  );
  return (
    <>
      <Breadcrumb appId={appId} ancestors={ancestors} here={entry.name} />
      <div className={classes['head']}>
        <PageHeader
          title={entry.name}
          actions={
            <>
              {keys.has('preview') && (
                <Button variant="default" leftSection={<IconEye {...icon} />} onClick={() => doings.preview(entry)}>
                  {t('actions.preview')}
                </Button>
              )}
              {keys.has('download') && (
                <Button leftSection={<IconDownload {...icon} />} onClick={() => doings.download([entry])}>
                  {t('actions.download')}
                </Button>
              )}
              {keys.has('open') && (
                <Button
                  component={Link}
                  to={`/content/${appId}/navigation/${nodeId}`}
                  leftSection={<IconFolderOpen {...icon} />}
                >
                  {t('actions.open')}
                </Button>
              )}
            </>
          }
        />
      </div>
      <div className={classes['page']}>
        <div className={classes['picture']}>
          {entry.node_type === 'file' ? (
            <Thumbnail appId={appId} entry={entry} size={1280} fit="contain" iconSize={72} />
          ) : (
            <IconFolder size={72} stroke={1.2} aria-hidden />
          )}
        </div>
        <section className={classes['card']} aria-label={t('panel.information')}>
          <h2 className={classes['title']}>{t('panel.information')}</h2>
          <div className={classes['tags']}>
            <EntryTags entry={entry} all />
          </div>
          <EntryFacts appId={appId} nodeId={nodeId} />
        </section>
      </div>
      {dialogs}
    </>
  );
}
