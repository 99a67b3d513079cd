import { IconAlbum } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { usePageTitle } from '../../../platform/ui/use-page-title';
import { EntryBrowser } from '../browser/EntryBrowser';
import { FullHeight } from '../browser/FullHeight';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { useActionContext } from '../browser/use-action-context';
import { failureOf, hits } from '../browser/use-entry-list';
import { useViewMode } from '../browser/view-mode';
import { collectedQuery, collectionQuery } from './api';
import { CollectionHeader } from './CollectionHeader';
import type { CollectedEntry } from './collected';

const ArrangeList = later(() => import('./ArrangeList'), 'ArrangeList');
const DetailPanel = later(() => import('../entry/DetailPanel'), 'DetailPanel');

const route = getRouteApi('/shell/content/$appId/collections/$collectionId');

/** As among hits, folders come anywhere: the order is that of the collection. */
const IN_ORDER = { term: '', under: () => null };

/** What is in a collection, as far as the user sees it. */
export function CollectionPage() {
  const { t } = useTranslation(['content_actions', 'content']);
  const { appId, collectionId } = route.useParams();
  const [mode, setMode] = useViewMode();
  const [panelOpen, setPanelOpen] = useState(false);
  const [arranges, setArranges] = useState(false);
  const asked = useQuery(collectionQuery(appId, collectionId));
  const result = useInfiniteQuery(collectedQuery(appId, collectionId));
  const collection = asked.data ?? null;
  const title = collection?.title ?? '';
  const mayEdit = collection !== null && collection.role !== 'viewer';
  const entries = useMemo(
    () => hits(result.data).map((entry): CollectedEntry => ({ ...entry, collected: { collectionId, title, mayEdit } })),
    [result.data, collectionId, title, mayEdit],
  );
  const failure = failureOf(asked) ?? failureOf(result);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePageTitle(title === '' ? t('content:collections.title') : title);
  const { context, dialog, lastViewed } = useActionContext({
    appId,
    list: { entries, more: hasNextPage, loadMore, holds: () => true },
    folder: null,
    screen: {
      inform: () => setPanelOpen(true),
      switchView: () => setMode(mode === 'grid' ? 'list' : 'grid'),
    },
  });
  const isArranging = arranges && mayEdit && entries.length > 1;
  const header = collection && (
    <CollectionHeader
      {...{ appId, collection, context, mode, setMode }}
      canArrange={mayEdit && entries.length > 1}
      arranges={isArranging}
      arrange={setArranges}
    />
  );
  const instead =
    failure !== null && (collection === null || entries.length === 0) ? (
      <ListError
        appId={appId}
        error={failure}
        retry={() => {
          void asked.refetch();
          void result.refetch();
        }}
      />
    ) : result.isPending || collection === null ? (
      <ListSkeleton mode={mode} />
    ) : entries.length === 0 ? (
      <EmptyState
        icon={IconAlbum}
        title={t('collection.empty')}
        description={mayEdit ? t('collection.fill') : t('collection.sees', { name: collection.owner.name })}
      />
    ) : isArranging ? (
      <Suspense fallback={<ListSkeleton mode="list" />}>
        <ArrangeList
          appId={appId}
          collectionId={collectionId}
          entries={entries}
          more={hasNextPage}
          loadMore={loadMore}
        />
      </Suspense>
    ) : null;
  return (
    <FullHeight>
      <EntryBrowser
        appId={appId}
        label={title}
        entries={isArranging ? NONE : entries}
        more={!isArranging && hasNextPage}
        loadMore={loadMore}
        mode={mode}
        order={null}
        reorder={() => undefined}
        writable={false}
        context={context}
        header={header}
        instead={instead}
        lastViewed={lastViewed}
        hits={IN_ORDER}
        aside={(selected, context) =>
          panelOpen &&
          selected.length > 0 && (
            <Suspense fallback={null}>
              <DetailPanel appId={appId} entries={selected} context={context} close={() => setPanelOpen(false)} />
            </Suspense>
          )
        }
      />
      {dialog}
    </FullHeight>
  );
}

/** While entries are put in order, none is selected. */
const NONE: readonly CollectedEntry[] = [];
