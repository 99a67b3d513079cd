import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { usePageTitle } from '../../../platform/ui/use-page-title';
import { Breadcrumb } from '../browser/Breadcrumb';
import { EntryBrowser } from '../browser/EntryBrowser';
import { FullHeight } from '../browser/FullHeight';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { useActionContext } from '../browser/use-action-context';
import { failureOf, hits } from '../browser/use-entry-list';
import { ViewSwitch } from '../browser/ViewSwitch';
import { type Entry, type SearchHit, searchQuery } from '../queries';
import classes from './SearchPage.module.css';

const DetailPanel = later(() => import('../entry/DetailPanel'), 'DetailPanel');

const route = getRouteApi('/shell/content/$appId/search');
const TYPING_PAUSE_MS = 250;

const pathOf = (entry: Entry) => ('path' in entry ? (entry as SearchHit).path : null);

/** Entries by a part of their name, wherever the user may see them. */
export function SearchPage() {
  const { t } = useTranslation('content');
  const { appId } = route.useParams();
  const { term = '' } = route.useSearch();
  const navigate = useNavigate();
  const [asList, setAsList] = useState(true);
  const [panelOpen, setPanelOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wanted = term.trim();
  const result = useInfiniteQuery(searchQuery(appId, wanted));
  const entries = useMemo(() => (wanted === '' ? [] : hits(result.data)), [result.data, wanted]);
  const failure = failureOf(result);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePageTitle(t('search.title'));
  const search = useDebouncedCallback((next: string) => {
    const query = next.trim() === '' ? {} : { term: next };
    void navigate({ to: '/content/$appId/search', params: { appId }, search: query, replace: true });
  }, TYPING_PAUSE_MS);
  const { context, dialog, lastViewed } = useActionContext({
    appId,
    list: { entries, more: hasNextPage, loadMore, holds: () => true },
    folder: null,
    screen: {
      inform: () => setPanelOpen(true),
      switchView: () => setAsList(!asList),
      search: () => field.current?.focus(),
    },
  });
  const header = (
    <header className={classes['header']}>
      <Breadcrumb appId={appId} ancestors={[]} here={t('search.title')} />
      <div className={classes['line']}>
        <h1 className={classes['title']}>{t('search.title')}</h1>
        <ViewSwitch mode={asList ? 'list' : 'grid'} setMode={(mode) => setAsList(mode === 'list')} />
      </div>
      <search>
        <TextInput
          ref={field}
          key={appId}
          type="search"
          size="md"
          autoFocus
          defaultValue={term}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          placeholder={t('search.placeholder')}
          aria-label={t('search.placeholder')}
          onChange={(event) => search(event.currentTarget.value)}
        />
      </search>
      <p role="status" className={classes['count']}>
        {entries.length > 0 && t(hasNextPage ? 'search.more' : 'search.found', { count: entries.length })}
      </p>
    </header>
  );
  const instead =
    wanted === '' ? (
      <EmptyState icon={IconSearch} title={t('search.startTitle')} description={t('search.start')} />
    ) : failure !== null && entries.length === 0 ? (
      <ListError appId={appId} error={failure} retry={() => void result.refetch()} />
    ) : result.isPending ? (
      <ListSkeleton mode={asList ? 'list' : 'grid'} />
    ) : entries.length === 0 ? (
      <EmptyState
        icon={IconZoomQuestion}
        title={t('search.noneTitle', { term: wanted })}
        description={t('search.none')}
      />
    ) : null;
  return (
    <FullHeight>
      <EntryBrowser
        appId={appId}
        label={t('search.title')}
        entries={entries}
        more={hasNextPage}
        loadMore={loadMore}
        mode={asList ? 'list' : 'grid'}
        order={null}
        reorder={() => undefined}
        writable={false}
        context={context}
        header={header}
        instead={instead}
        lastViewed={lastViewed}
        term={wanted}
        pathOf={pathOf}
        aside={(selected) =>
          panelOpen &&
          selected.length > 0 && (
            <Suspense fallback={null}>
              <DetailPanel appId={appId} entries={selected} close={() => setPanelOpen(false)} />
            </Suspense>
          )
        }
      />
      {dialog}
    </FullHeight>
  );
}
