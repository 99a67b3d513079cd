import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { live } from '../../../platform/live/live';
import { useRegistry } from '../../../platform/registry/registry';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { ListError } from '../browser/ListError';
import { useActionContext } from '../browser/use-action-context';
import { failureOf } from '../browser/use-entry-list';
import { AlsoIn, LooksAlike } from '../equal/equal-later';
import { mayHaveEqual, mayLookAlike } from '../equal/may-have-equal';
import { ancestorsQuery, entryQuery, nodeActionsQuery } from '../queries';
import { LinksSection } from '../share/links-later';
import { mayHaveLinks } from '../share/may-have-links';
import { EntryFacts } from './EntryFacts';
import { EntryTags } from './EntryTags';
import classes from './InformationPage.module.css';
import { LockNote } from './lock-later';
import { offered } from './offered';
import { PageParts } from './PageParts';
import { Thumbnail } from './Thumbnail';

const route = getRouteApi('/shell/content/$appId/actions/entry/info/$nodeId');
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** About what the page leaves it. */
const FRAME = { width: 900, height: 640, fit: 'contain' } as const;

const nothing = () => undefined;

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
  const { entryActions } = useRegistry();
  const { context, dialog } = useActionContext({
    appId,
    list: { entries: entry ? [entry] : [], more: false, loadMore: nothing, holds: (one) => one.node_id === nodeId },
    folder: null,
    screen: { inform: nothing },
  });
  if (failure !== null)
    return <ListError appId={appId} error={failure} retry={() => void refetch()} headingLevel={1} />;
  if (!entry) return null;
  const pictured = entry.preview.status === 'ready' || entry.preview.status === 'generating_preview';
  const allowed = listed ? new Set(listed.map((item) => item.action_key)) : null;
  const actions = new Map(offered(entryActions, [entry], allowed).map((action) => [action.key, action]));
  const download = actions.get('download') ?? [...actions.values()].find(({ inPlaceOf }) => inPlaceOf === 'download');
  const run = (key: string) => actions.get(key)?.run([entry], context);
  return (
    <>
      <Breadcrumb appId={appId} ancestors={ancestors} here={entry.name} />
      <div className={classes['head']}>
        <PageHeader
          title={entry.name}
          actions={
            <>
              {pictured && actions.has('preview') && (
                <Button variant="default" leftSection={<IconEye {...icon} />} onClick={() => run('preview')}>
                  {t('actions.preview')}
                </Button>
              )}
              {download && (
                <Button
                  variant={actions.has('open') ? 'default' : 'filled'}
                  leftSection={<IconDownload {...icon} />}
                  onClick={() => download.run([entry], context)}
                >
                  {download.label([entry])}
                </Button>
              )}
              {actions.has('open') && (
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
            <Thumbnail appId={appId} entry={entry} frame={FRAME} iconSize={72} itself />
          </div>
        )}
        <section className={classes['card']} aria-label={t('panel.information')}>
          <h2 className={classes['title']}>{t('panel.information')}</h2>
          <div className={classes['tags']}>
            <EntryTags entry={entry} all />
          </div>
          {entry.locked && (
            <Suspense fallback={null}>
              <LockNote entry={entry} />
            </Suspense>
          )}
          <EntryFacts appId={appId} nodeId={nodeId} />
          {mayHaveEqual(entry) && (
            <Suspense fallback={null}>
              <AlsoIn appId={appId} entry={entry} />
              {mayLookAlike(entry) && <LooksAlike appId={appId} entry={entry} />}
            </Suspense>
          )}
          {mayHaveLinks(entry) && (
            <Suspense fallback={null}>
              <LinksSection appId={appId} entry={entry} />
            </Suspense>
          )}
        </section>
      </div>
      <PageParts appId={appId} entry={entry} />
      {dialog}
    </>
  );
}
