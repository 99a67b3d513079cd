import { createRoute } from '@tanstack/react-router';
import { withActionTexts } from '../../platform/i18n/action-texts';
import { withHomeTexts } from '../../platform/i18n/home-texts';
import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import { loadSearchTexts } from '../../platform/i18n/search-texts';
import { page } from '../../platform/routing/page';
import { shellRoute } from '../../platform/routing/roots';
import type { Period } from './insights/insights-queries';
import { type Order, orderIn } from './orders';
import { type Asked, readAsked } from './search/search-params';

const data = { app: 'content' } as const;

const appId = { parse: (raw: { appId: string }) => ({ appId: Number(raw.appId) }) };

/** The file that the viewer shows over the page; it is part of the address, so that it can be linked. */
interface Shown {
  show?: number | undefined;
  /** Of a document, the page that it opens at. */
  page?: number | undefined;
}

function shownIn(search: Record<string, unknown>): Shown {
  const [show, page] = [idIn(search['show']), idIn(search['page'])];
  return show === undefined ? {} : { show, ...(page !== undefined && { page }) };
}

function idIn(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

interface FolderView extends Shown, Pick<Asked, 'type' | 'by'> {
  order?: Order | undefined;
  /** The entry that the list goes to when it opens. */
  at?: number | undefined;
}

/** Without a place in it, a library is its repositories; and the number of an entry leads to it. */
const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId',
  params: appId,
  component: page(() => import('./entry/EntryAddress'), 'EntryAddress'),
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/navigation/home',
  params: appId,
  staticData: data,
  component: page(() => import('./folder/LibraryPage'), 'LibraryPage'),
});

const folderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/navigation/$parentId',
  params: {
    parse: (raw: { appId: string; parentId: string }) => ({ appId: Number(raw.appId), parentId: Number(raw.parentId) }),
  },
  validateSearch: (search: Record<string, unknown>): FolderView => {
    const order = orderIn(search['order']);
    const at = idIn(search['at']);
    const { type, by } = readAsked(search);
    const narrowed = { ...(type !== undefined && { type }), ...(by !== undefined && { by }) };
    return { ...shownIn(search), ...narrowed, ...(order !== undefined && { order }), ...(at !== undefined && { at }) };
  },
  staticData: data,
  component: page(() => import('./folder/FolderPage'), 'FolderPage'),
});

const informationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/actions/entry/info/$nodeId',
  params: {
    parse: (raw: { appId: string; nodeId: string }) => ({ appId: Number(raw.appId), nodeId: Number(raw.nodeId) }),
  },
  validateSearch: shownIn,
  staticData: data,
  component: page(() => import('./entry/InformationPage'), 'InformationPage'),
});

const binRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/bin',
  params: appId,
  staticData: data,
  component: page(() => withActionTexts(import('./bin/BinPage')), 'BinPage'),
});

interface Search extends Shown, Asked {}

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/search',
  params: appId,
  validateSearch: (search: Record<string, unknown>): Search => ({ ...shownIn(search), ...readAsked(search) }),
  staticData: data,
  component: page(async () => (await Promise.all([import('./search/SearchPage'), loadSearchTexts()]))[0], 'SearchPage'),
});

const recentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/recents',
  params: appId,
  validateSearch: shownIn,
  staticData: data,
  component: page(() => import('./home/KeptPage'), 'RecentsPage'),
});

const latestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/latest',
  params: appId,
  validateSearch: shownIn,
  staticData: data,
  component: page(() => withHomeTexts(import('./home/KeptPage')), 'LatestPage'),
});

const sharedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/shared',
  params: appId,
  validateSearch: shownIn,
  staticData: data,
  component: page(() => import('./home/KeptPage'), 'SharedPage'),
});

const reviewsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/reviews',
  params: appId,
  validateSearch: shownIn,
  staticData: data,
  component: page(async () => (await Promise.all([import('./home/KeptPage'), loadPanelTexts()]))[0], 'ReviewsPage'),
});

const linksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/links',
  params: appId,
  staticData: data,
  component: page(() => import('./share/links-later'), 'LinksPage'),
});

const collectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/collections',
  params: appId,
  staticData: data,
  component: page(() => import('./collections/collections-later'), 'CollectionsPage'),
});

const collectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/collections/$collectionId',
  params: {
    parse: (raw: { appId: string; collectionId: string }) => ({
      appId: Number(raw.appId),
      collectionId: Number(raw.collectionId),
    }),
  },
  validateSearch: shownIn,
  staticData: data,
  component: page(() => import('./collections/collections-later'), 'CollectionPage'),
});

const favouritesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/favourites',
  params: appId,
  validateSearch: shownIn,
  staticData: data,
  component: page(() => import('./home/KeptPage'), 'FavouritesPage'),
});

const equalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/duplicates/$nodeId',
  params: {
    parse: (raw: { appId: string; nodeId: string }) => ({ appId: Number(raw.appId), nodeId: Number(raw.nodeId) }),
  },
  staticData: data,
  component: page(() => import('./equal/equal-later'), 'EqualPage'),
});

interface InsightsView {
  period?: Period | undefined;
}

const insightsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/insights/$nodeId',
  params: {
    parse: (raw: { appId: string; nodeId: string }) => ({ appId: Number(raw.appId), nodeId: Number(raw.nodeId) }),
  },
  validateSearch: ({ period }: Record<string, unknown>): InsightsView =>
    period === 'week' || period === 'quarter' || period === 'year' ? { period } : {},
  staticData: data,
  component: page(() => import('./insights/insights-later'), 'InsightsPage'),
});

/** Where the device leads who shares files with the installed app; every user may see what came with it. */
const receivedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/received',
  component: page(() => import('./add/ReceivedPage'), 'ReceivedPage'),
});

export const contentRoutes = [
  libraryRoute,
  homeRoute,
  folderRoute,
  informationRoute,
  binRoute,
  searchRoute,
  recentsRoute,
  latestRoute,
  sharedRoute,
  favouritesRoute,
  reviewsRoute,
  linksRoute,
  collectionsRoute,
  collectionRoute,
  equalRoute,
  insightsRoute,
  receivedRoute,
] as const;
