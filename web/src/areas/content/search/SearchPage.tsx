import { Button } from '@mantine/core';
import { IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPaletteWith } from '../../../platform/registry/palette';
import { useRegistry } from '../../../platform/registry/registry';
import { tellSearched } from '../../../platform/registry/searched';
import { later } from '../../../platform/routing/later';
import { useSession } from '../../../platform/session/use-session';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { usePageTitle } from '../../../platform/ui/use-page-title';
import { EntryBrowser } from '../browser/EntryBrowser';
import { FullHeight } from '../browser/FullHeight';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { useActionContext } from '../browser/use-action-context';
import { failureOf, hits } from '../browser/use-entry-list';
import type { Entry, SearchHit } from '../queries';
import { FacetColumn } from './FacetColumn';
import { HitPath } from './HitPath';
import { recentOf, rememberEntry, rememberTerm } from './recents';
import { SearchHead } from './SearchHead';
import classes from './SearchPage.module.css';
import { type Asked, isNarrowed, withoutFilters } from './search-params';
import { facetsQuery, searchQuery } from './search-queries';

const DetailPanel = later(() => import('../entry/DetailPanel'), 'DetailPanel');
const FacetSheet = later(() => import('./FacetSheet'), 'FacetSheet');

const route = getRouteApi('/shell/content/$appId/search');

const isHit = (entry: Entry): entry is SearchHit => 'places' in entry;

/** Entries by words, wherever the user may see them, and what narrows them. */
export function SearchPage() {
  const { t } = useTranslation('content_search');
  const { appId } = route.useParams();
  const { show: _, ...asked } = route.useSearch();
  const { term = '', view = 'grid' } = asked;
  const wanted = term.trim();
  const navigate = useNavigate();
  const small = useIsPhone();
  const usersId = useSession()?.usersId;
  const [panelOpen, setPanelOpen] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const { entryTypes } = useRegistry();
  const result = useInfiniteQuery(searchQuery(appId, asked, entryTypes));
  const facets = useQuery(facetsQuery(appId, asked, entryTypes)).data ?? null;
  const entries = useMemo(() => (wanted === '' ? [] : hits(result.data)), [result.data, wanted]);
  const failure = failureOf(result);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const change = (next: Asked) => void navigate({ to: '/content/$appId/search', params: { appId }, search: next });
  usePageTitle(wanted === '' ? t('title') : `${wanted} – ${t('title')}`);
  const clear = useEffectEvent(() => change({ ...withoutFilters(asked), term: undefined }));
  useEffect(() => tellSearched(wanted, () => clear()), [wanted]);
  useEffect(() => {
    if (usersId !== undefined && wanted !== '') rememberTerm(usersId, wanted);
  }, [usersId, wanted]);
  const type = () => openPaletteWith(wanted);
  const { context, dialog, lastViewed } = useActionContext({
    appId,
    list: { entries, more: hasNextPage, loadMore, holds: () => true },
    folder: null,
    screen: {
      inform: () => setPanelOpen(true),
      switchView: () => change(view === 'grid' ? { ...asked, view: 'list' } : { ...asked, view: undefined }),
      search: type,
    },
  });
  if (wanted === '') {
    return (
      <EmptyState
        icon={IconSearch}
        headingLevel={1}
        title={t('startTitle')}
        description={t('start')}
        action={<Button onClick={type}>{t('open')}</Button>}
      />
    );
  }
  const instead =
    failure !== null && entries.length === 0 ? (
      <ListError appId={appId} error={failure} retry={() => void result.refetch()} />
    ) : result.isPending ? (
      <ListSkeleton mode={view} />
    ) : entries.length === 0 ? (
      <EmptyState
        icon={IconZoomQuestion}
        title={t('noneTitle', { term: wanted })}
        description={isNarrowed(asked) ? t('noneChosen') : t('none')}
      />
    ) : null;
  const choices = facets && <FacetColumn asked={asked} facets={facets} change={change} />;
  return (
    <FullHeight>
      <div className={classes['page']}>
        <SearchHead
          {...{ appId, asked, facets, change, shown: entries.length, more: hasNextPage, isLoading: result.isPending }}
          similar={entries.length > 0 && entries.every((hit) => hit.similar)}
          openSheet={small ? () => setSheetOpen(true) : null}
        />
        <div className={classes['below']}>
          {!small && <div className={classes['facets']}>{choices}</div>}
          <div className={classes['list']}>
            <EntryBrowser
              appId={appId}
              label={t('title')}
              entries={entries}
              more={hasNextPage}
              loadMore={loadMore}
              mode={view}
              order={null}
              reorder={() => undefined}
              writable={false}
              context={context}
              header={null}
              instead={instead}
              lastViewed={lastViewed}
              opened={(entry) => {
                if (usersId !== undefined && isHit(entry)) rememberEntry(usersId, recentOf(appId, entry));
              }}
              hits={{
                term: wanted,
                under: (entry, tabStop) =>
                  isHit(entry) && <HitPath appId={appId} hit={entry} term={wanted} tabStop={tabStop} />,
              }}
              aside={(selected, context) =>
                panelOpen &&
                selected.length > 0 && (
                  <Suspense fallback={null}>
                    <DetailPanel appId={appId} entries={selected} context={context} close={() => setPanelOpen(false)} />
                  </Suspense>
                )
              }
            />
          </div>
        </div>
      </div>
      {small && sheetOpen && (
        <Suspense fallback={null}>
          <FacetSheet close={() => setSheetOpen(false)}>{choices}</FacetSheet>
        </Suspense>
      )}
      {dialog}
    </FullHeight>
  );
}
