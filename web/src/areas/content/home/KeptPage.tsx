import { type Icon, IconClock, IconPhotoPlus, IconStar, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { usePageTitle } from '../../../platform/ui/use-page-title';
import { Breadcrumb } from '../browser/Breadcrumb';
import type { HitsView } from '../browser/browser-view';
import { EntryBrowser } from '../browser/EntryBrowser';
import { FullHeight } from '../browser/FullHeight';
import { ListError } from '../browser/ListError';
import { ListSkeleton } from '../browser/ListSkeleton';
import { useActionContext } from '../browser/use-action-context';
import { failureOf, hits } from '../browser/use-entry-list';
import { ViewSwitch } from '../browser/ViewSwitch';
import { useViewMode } from '../browser/view-mode';
import type { Entry } from '../queries';
import { brought } from './brought';
import {
  favouritesQuery,
  latestQuery,
  type NewFile,
  recentsQuery,
  sharedQuery,
  waitingReviewsQuery,
} from './home-queries';
import classes from './KeptPage.module.css';

const DetailPanel = later(() => import('../entry/DetailPanel'), 'DetailPanel');

interface Words {
  title: string;
  /** What stands there while there is nothing. */
  empty: string;
  how: string;
  icon: Icon;
}

/** What the user opened, the latest first. */
export function RecentsPage() {
  const { t } = useTranslation('content');
  const { appId } = getRouteApi('/shell/content/$appId/recents').useParams();
  const words = { title: t('recents.title'), empty: t('recents.empty'), how: t('recents.how'), icon: IconClock };
  return <Kept appId={appId} words={words} result={useInfiniteQuery(recentsQuery(appId))} />;
}

const isNew = (entry: Entry): entry is NewFile => 'folder_name' in entry && 'made_by' in entry;

/** Each file says who brought it, and where it is. */
const BY_DAY: HitsView = {
  ...{ term: '', byDay: true },
  under: (entry) =>
    isNew(entry) && (entry.made_by !== null || entry.folder_name !== null) ? <Brought file={entry} /> : null,
};

function Brought({ file }: { file: NewFile }) {
  const { t } = useTranslation('content_home');
  const words = brought(file, t);
  return (
    <span className={classes['brought']} title={words} dir="auto">
      {words}
    </span>
  );
}

/** The newest files in the user's folders, day by day. */
export function LatestPage() {
  const { t } = useTranslation('content_home');
  const { appId } = getRouteApi('/shell/content/$appId/latest').useParams();
  const words = { title: t('new'), empty: t('newEmpty'), how: t('newHow'), icon: IconPhotoPlus };
  return <Kept appId={appId} words={words} result={useInfiniteQuery(latestQuery(appId))} hits={BY_DAY} />;
}

/** What others gave the user access to. */
export function SharedPage() {
  const { t } = useTranslation('content');
  const { appId } = getRouteApi('/shell/content/$appId/shared').useParams();
  const words = { title: t('home.shared'), empty: t('shared.empty'), how: t('shared.how'), icon: IconUsers };
  return <Kept appId={appId} words={words} result={useInfiniteQuery(sharedQuery(appId))} />;
}

/** What the user gave a star. */
export function FavouritesPage() {
  const { t } = useTranslation('content');
  const { appId } = getRouteApi('/shell/content/$appId/favourites').useParams();
  const words = {
    title: t('favourites.title'),
    empty: t('favourites.empty'),
    how: t('favourites.how'),
    icon: IconStar,
  };
  return <Kept appId={appId} words={words} result={useInfiniteQuery(favouritesQuery(appId))} />;
}

/** The files that wait for a review by the user: one after the other in the viewer, until none is left. */
export function ReviewsPage() {
  const { t } = useTranslation('content_panel');
  const { appId } = getRouteApi('/shell/content/$appId/reviews').useParams();
  const words = { title: t('reviews.title'), empty: t('reviews.empty'), how: t('reviews.how'), icon: IconUserCheck };
  return <Kept appId={appId} words={words} result={useInfiniteQuery(waitingReviewsQuery(appId))} />;
}

type Result<Item extends Entry> = UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>, unknown>;

interface Props<Item extends Entry> {
  appId: number;
  words: Words;
  result: Result<Item>;
  hits?: HitsView;
}

/** A list of entries from all over the library, in the order in which the server keeps them. */
function Kept<Item extends Entry>({ appId, words, result, hits: view }: Props<Item>) {
  const { title, empty, how, icon } = words;
  const [mode, setMode] = useViewMode();
  const [panelOpen, setPanelOpen] = useState(false);
  const entries = useMemo(() => foldersFirst(hits(result.data)), [result.data]);
  const failure = failureOf(result);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePageTitle(title);
  const { context, dialog, lastViewed } = useActionContext({
    appId,
    list: { entries, more: hasNextPage, loadMore, holds: () => true },
    folder: null,
    screen: {
      inform: () => setPanelOpen(true),
      switchView: () => setMode(mode === 'grid' ? 'list' : 'grid'),
    },
  });
  const header = (
    <header className={classes['header']}>
      <Breadcrumb appId={appId} ancestors={[]} here={title} />
      <div className={classes['line']}>
        <h1 className={classes['title']}>{title}</h1>
        <ViewSwitch mode={mode} setMode={setMode} />
      </div>
    </header>
  );
  const instead =
    failure !== null && entries.length === 0 ? (
      <ListError appId={appId} error={failure} retry={() => void result.refetch()} />
    ) : result.isPending ? (
      <ListSkeleton mode={mode} />
    ) : entries.length === 0 ? (
      <EmptyState icon={icon} title={empty} description={how} />
    ) : null;
  return (
    <FullHeight>
      <EntryBrowser
        appId={appId}
        label={title}
        entries={entries}
        more={hasNextPage}
        loadMore={loadMore}
        mode={mode}
        order={null}
        reorder={() => undefined}
        writable={false}
        context={context}
        header={header}
        instead={instead}
        lastViewed={lastViewed}
        {...(view && { hits: view })}
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

/** As in every list; among folders, and among files, the order stays. */
function foldersFirst<Item extends Entry>(entries: readonly Item[]): Item[] {
  const isFile = (entry: Item) => entry.node_type === 'file';
  return [...entries.filter((entry) => !isFile(entry)), ...entries.filter(isFile)];
}
