import { IconFile, IconFolder, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createElement, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import type { PaletteItem, PaletteSource } from '../../../platform/registry/palette';
import { selectedApp } from '../../../platform/session/memory';
import { useApplications } from '../../../platform/session/use-session';
import { answered } from '../queries';
import { currentOffers, subscribeOffers } from './palette-offers';

const HITS = 6;
const icon = { size: 20, stroke: 1.7 };

/** The results of the command palette in the content area: actions of the open list, entries, and the full search. */
export const contentPalette: PaletteSource = (term) => {
  const { t } = useTranslation('content');
  const navigate = useNavigate();
  const offers = useSyncExternalStore(subscribeOffers, currentOffers);
  const apps = useApplications().filter((app) => app.application_key === 'content');
  const chosen = apps.find((app) => app.application_instance_id === selectedApp('content')) ?? apps[0];
  const appId = chosen?.application_instance_id ?? null;
  const wanted = term.trim();
  const found = useQuery({
    queryKey: ['palette', appId, wanted],
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/search', {
          params: { path: { application_instance_id: appId ?? 0 }, query: { term: wanted, limit: HITS } },
          headers: shownInPlace,
          signal,
        }),
      ),
    enabled: appId !== null && wanted.length >= 2,
    placeholderData: keepPreviousData,
  });
  if (appId === null) return [];
  const folded = wanted.toLowerCase();
  const actions: PaletteItem[] = offers
    .filter((one) => one.label.toLowerCase().includes(folded))
    .map((one) => ({ ...one, id: `content action ${one.id}`, group: t('palette.actions') }));
  if (wanted.length < 2) return actions;
  const hits: PaletteItem[] = (found.data?.items ?? []).map((hit) => ({
    id: `content entry ${hit.node_id}`,
    label: hit.name,
    ...(hit.path !== null && { description: hit.path }),
    icon: createElement(hit.node_type === 'file' ? IconFile : IconFolder, icon),
    group: t('palette.entries'),
    run: () =>
      void (hit.node_type === 'file'
        ? navigate({ to: '/content/$appId/actions/entry/info/$nodeId', params: { appId, nodeId: hit.node_id } })
        : navigate({ to: '/content/$appId/navigation/$parentId', params: { appId, parentId: hit.node_id } })),
  }));
  const search: PaletteItem = {
    id: 'content search',
    label: t('palette.search', { term: wanted }),
    icon: createElement(IconSearch, icon),
    group: t('palette.entries'),
    run: () => void navigate({ to: '/content/$appId/search', params: { appId }, search: { term: wanted } }),
  };
  return [...actions, ...hits, search];
};
