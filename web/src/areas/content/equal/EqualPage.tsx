import { Button } from '@mantine/core';
import { IconCopyOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { failureOf } from '../browser/use-entry-list';
import { entryQuery } from '../queries';
import { EqualBar } from './EqualBar';
import { EqualGroupRow } from './EqualGroupRow';
import classes from './EqualPage.module.css';
import { type EqualFile, groupsQuery } from './equal-queries';
import { removeEqual } from './remove-equal';

const route = getRouteApi('/shell/content/$appId/duplicates/$nodeId');

/** The files of a repository that have the same content, those that waste most first. */
export function EqualPage() {
  const { t } = useTranslation(['content_actions', 'content']);
  const { appId, nodeId } = route.useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlyMap<number, EqualFile>>(new Map());
  const [removing, setRemoving] = useState(false);
  const name = useQuery(entryQuery(appId, nodeId)).data?.name ?? '';
  const listed = useInfiniteQuery(groupsQuery(appId, nodeId));
  const { data, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = listed;
  const failure = failureOf(listed);
  const groups = data?.pages.flatMap(({ items }) => items) ?? [];
  const title = t('content:actions.findEqual');
  const select = (files: readonly EqualFile[], on: boolean) =>
    setSelected((before) => {
      const after = new Map(before);
      for (const file of files) {
        if (on) after.set(file.node_id, file);
        else after.delete(file.node_id);
      }
      return after;
    });
  const remove = async () => {
    setRemoving(true);
    if (await removeEqual({ appId, client, navigate }, [...selected.keys()])) setSelected(new Map());
    setRemoving(false);
  };
  return (
    <>
      <Breadcrumb appId={appId} ancestors={name === '' ? [] : [{ node_id: nodeId, name }]} here={title} />
      <div className={classes['head']}>
        <PageHeader title={title} description={t('equal.description')} />
      </div>
      {isPending && failure === null && <ListSkeleton mode="list" />}
      {failure !== null && groups.length === 0 && (
        <ListError appId={appId} error={failure} retry={() => void refetch()} />
      )}
      {data && groups.length === 0 && <EmptyState icon={IconCopyOff} title={t('equal.none')} />}
      {groups.length > 0 && (
        <ul className={classes['list']} aria-label={title}>
          {groups.map((group) => (
            <EqualGroupRow
              key={group.hash}
              appId={appId}
              nodeId={nodeId}
              group={group}
              selected={selected}
              select={select}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt={16} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bin.more')}
        </Button>
      )}
      {selected.size > 0 && (
        <EqualBar
          files={[...selected.values()]}
          removing={removing}
          clear={() => setSelected(new Map())}
          remove={() => void remove()}
        />
      )}
    </>
  );
}
