import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { live } from '../../../platform/live/live';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { ListError } from '../browser/ListError';
import { failureOf } from '../browser/use-entry-list';
import { ancestorsQuery, entryQuery, nodeActionsQuery } from '../queries';
import { EntryFacts } from './EntryFacts';
import { EntryTags } from './EntryTags';
import classes from './InformationPage.module.css';
import { offered } from './node-actions';
import { Thumbnail } from './Thumbnail';
import { useEntryDialogs } from './use-entry-dialogs';

const route = getRouteApi('/shell/content/$appId/actions/entry/info/$nodeId');
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** An entry's information as a page of its own, with an address. */
export function InformationPage() {
  const { t } = useTranslation('content');
  const { appId, nodeId } = route.useParams();
  const asked = useQuery(entryQuery(appId, nodeId));
  const { data: entry, refetch } = asked;
  const failure = failureOf(asked);
  const known = { enabled: entry !== undefined };
  const ancestors = useQuery({ ...ancestorsQuery(appId, nodeId), ...known }).data?.items ?? [];
  const listed = useQuery({ ...nodeActionsQuery(appId, nodeId), ...known }).data?.items;
  const parentId = entry?.parent_id ?? null;
  useEffect(() => (parentId === null ? undefined : live.join(parentId)), [parentId]);
  const { handlers, dialogs } = useEntryDialogs({
    appId,
    entries: entry ? [entry] : [],
    loadMore: () => undefined,
    folderId: null,
    inform: () => undefined,
  });
  if (failure !== null)
    return <ListError appId={appId} error={failure} retry={() => void refetch()} headingLevel={1} />;
  if (!entry) return null;
  const pictured = entry.preview.status === 'ready' || entry.preview.status === 'generating_preview';
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
              {pictured && keys.has('preview') && (
                <Button variant="default" leftSection={<IconEye {...icon} />} onClick={() => handlers.preview(entry)}>
                  {t('actions.preview')}
                </Button>
              )}
              {keys.has('download') && (
                <Button leftSection={<IconDownload {...icon} />} onClick={() => handlers.download([entry])}>
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
      <div className={classes['page']} data-plain={!pictured || undefined}>
        {pictured && (
          <div className={classes['picture']}>
            <Thumbnail appId={appId} entry={entry} size={1280} fit="contain" iconSize={72} />
          </div>
        )}
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
