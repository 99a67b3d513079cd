import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconBookmark, IconClock, IconFolder, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { fold } from '../../../platform/fold';
import type { PaletteItem, PaletteSource } from '../../../platform/registry/palette';
import { useRegistry } from '../../../platform/registry/registry';
import { selectedApp } from '../../../platform/session/memory';
import { useApplications, useSession } from '../../../platform/session/use-session';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { Thumbnail } from '../entry/Thumbnail';
import { iconOf } from '../icons/icon-of';
import { answered, type SearchHit } from '../queries';
import classes from './palette.module.css';
import { currentOffers, type PaletteOffer, selectedOffers, subscribeOffers } from './palette-offers';
import { type RecentEntry, recentOf, recentsOf, rememberEntry } from './recents';
import { askedOf } from './saved-query';
import { savedSearchesQuery } from './saved-searches';
import type { Asked } from './search-params';
import { facetsQuery } from './search-queries';

const HITS = 6;
const RECENTS = 4;
const PAUSE_MS = 200;
const icon = { size: 20, stroke: 1.7 };
const FRAME = { width: 40, height: 30, fit: 'cover' } as const;
/** Around the places of the shell, which have 50. */
const order = { recent: 0, selected: 40, saved: 45, places: 50, actions: 55, entries: 60, people: 70 };

/** The results of the command palette in the content area: what was used last, entries, people, actions of the list. */
export const contentPalette: PaletteSource = (term) => {
  const { t, i18n } = useTranslation('content_search');
  const navigate = useNavigate();
  const usersId = useSession()?.usersId ?? 0;
  const offers = useSyncExternalStore(subscribeOffers, currentOffers);
  const apps = useApplications().filter((app) => app.application_key === 'content');
  const chosen = apps.find((app) => app.application_instance_id === selectedApp('content')) ?? apps[0];
  const appId = chosen?.application_instance_id ?? null;
  const wanted = term.trim();
  const found = useFound(appId, wanted);
  const people = usePeople(appId, wanted);
  const { data: saved = [] } = useQuery({ ...savedSearchesQuery(appId ?? 0), enabled: appId !== null });
  if (appId === null) return [];
  const isAsked = (text: string) => fold(text).includes(fold(wanted));
  const search = (asked: Asked) => void navigate({ to: '/content/$appId/search', params: { appId }, search: asked });
  const open = (entry: RecentEntry) => {
    rememberEntry(usersId, entry);
    const { nodeId, isFile, parentId = null } = entry;
    const at = (folder: number, search: { show?: number }) =>
      void navigate({ to: '/content/$appId/navigation/$parentId', params: { appId, parentId: folder }, search });
    if (!isFile) at(nodeId, {});
    // The viewer shows it over its folder.
    else if (parentId !== null) at(parentId, { show: nodeId });
    else void navigate({ to: '/content/$appId/actions/entry/info/$nodeId', params: { appId, nodeId } });
  };
  const last = recentsOf(usersId);
  const group = t('palette.recent');
  const terms = last.terms
    .filter((one) => isAsked(one) && one !== wanted)
    .map(
      (one): PaletteItem => ({
        ...{ id: `content term ${one}`, label: one, group, order: order.recent },
        icon: <IconClock {...icon} />,
        run: () => search({ term: one }),
      }),
    );
  const opened = last.entries
    .filter((one) => one.appId === appId && isAsked(one.name))
    .map(
      (one): PaletteItem => ({
        ...{ id: `content recent ${one.nodeId}`, label: one.name, group, order: order.recent },
        ...(one.path !== null && { description: one.path }),
        icon: one.isFile ? <IconClock {...icon} /> : <IconFolder {...icon} />,
        run: () => open(one),
      }),
    );
  // While somebody types, what is found comes first; before that, what was used last.
  const recents = wanted === '' ? [...opened.slice(0, RECENTS), ...terms.slice(0, RECENTS)] : [];
  const kept = saved
    .filter(({ title }) => isAsked(title))
    .slice(0, HITS)
    .map(
      ({ saved_search_id: id, title, query }): PaletteItem => ({
        ...{ id: `content saved ${id}`, label: title, group: t('palette.saved'), order: order.saved },
        icon: <IconBookmark {...icon} />,
        run: () => search(askedOf(query)),
      }),
    );
  const ofList = (those: readonly PaletteOffer[], of: Pick<PaletteItem, 'group' | 'order'>) =>
    those
      .filter((one) => isAsked(one.label))
      .map((one): PaletteItem => ({ ...one, ...of, id: `content action ${of.order} ${one.id}` }));
  const withSelected = selectedOffers();
  const ofSelected = { group: t('palette.selected', { count: withSelected.count }), order: order.selected };
  const actions = [
    ...ofList(withSelected.offers, ofSelected),
    ...ofList(offers, { group: t('palette.actions'), order: order.actions }),
  ];
  const places = libraryPlaces(i18n)
    // By the beginning of a word: “re” asks for recents, not for what is shared.
    .filter((one) => ` ${fold(one.label)}`.includes(` ${fold(wanted)}`))
    .map(
      (one): PaletteItem => ({
        ...{ id: `content place ${one.screen}`, label: one.label, group: i18n.t('shell:palette.go_to') },
        ...{ order: order.places, icon: <IconArrowRight {...icon} /> },
        run: () => void navigate({ to: `/content/$appId/${one.screen}`, params: { appId } }),
      }),
    );
  if (wanted.length < 2) return [...recents, ...kept, ...places, ...actions];
  const hits = found.map(
    (hit): PaletteItem => ({
      ...{ id: `content entry ${hit.node_id}`, label: hit.name, group: t('palette.entries'), order: order.entries },
      ...(hit.path !== null && { description: hit.path }),
      icon: <HitPicture appId={appId} hit={hit} />,
      run: () => open(recentOf(appId, hit)),
    }),
  );
  const named = people
    .filter((person) => isAsked(person.name))
    .map(
      (person): PaletteItem => ({
        ...{
          id: `content person ${person.users_id}`,
          label: person.name,
          group: t('palette.people'),
          order: order.people,
        },
        description: t('personFiles', { count: person.count }),
        icon: <PersonAvatar name={person.name} src={null} size={24} />,
        run: () => search({ term: wanted, by: String(person.users_id) }),
      }),
    );
  const all: PaletteItem = {
    ...{ id: 'content search', label: t('all', { term: wanted }), group: t('palette.entries'), order: order.entries },
    icon: <IconSearch {...icon} />,
    run: () => search({ term: wanted }),
  };
  return [...kept, ...places, ...actions, ...hits, all, ...named];
};

/** The places of the library that the drawer has beside its folders. */
function libraryPlaces(i18n: i18n) {
  const t = i18n.getFixedT(null, 'content');
  return [
    { screen: 'recents', label: t('recents.title') },
    { screen: 'favourites', label: t('favourites.title') },
    { screen: 'shared', label: t('home.shared') },
    { screen: 'collections', label: t('collections.title') },
    { screen: 'links', label: t('links.title') },
    { screen: 'bin', label: t('bin.title') },
  ] as const;
}

function HitPicture({ appId, hit }: { appId: number; hit: SearchHit }) {
  if (hit.node_type !== 'file' && iconOf(hit) === null) return <IconFolder {...icon} />;
  return (
    <span className={classes['picture']}>
      <Thumbnail appId={appId} entry={hit} frame={FRAME} iconSize={18} bare />
    </span>
  );
}

function useFound(appId: number | null, term: string): readonly SearchHit[] {
  const found = useQuery({
    queryKey: ['palette', appId, term],
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/search', {
          params: { path: { application_instance_id: appId ?? 0 }, query: { term, limit: HITS } },
          headers: shownInPlace,
          signal,
        }),
      ),
    enabled: appId !== null && term.length >= 2,
    placeholderData: keepPreviousData,
  });
  return found.data?.items ?? [];
}

/** Who brought some of what is found: their names are asked for after a pause in typing. */
function usePeople(appId: number | null, term: string) {
  const [paused] = useDebouncedValue(term, PAUSE_MS);
  const { entryTypes } = useRegistry();
  const query = facetsQuery(appId ?? 0, { term: paused }, entryTypes);
  const { data } = useQuery({ ...query, enabled: appId !== null && paused.length >= 3 });
  return data?.people ?? [];
}
