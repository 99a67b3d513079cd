import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { type Place, usePlaces } from '../add/use-places';
import { foldersQuery } from '../drawer/folder-queries';
import { ancestorsQuery, answered, entryQuery, repositoriesQuery } from '../queries';
import type { Target } from './moved-entries';

const FOUND = 30;

/** A folder that can be opened in the picker. */
export interface Choice extends Target {
  isRepository: boolean;
  /** Where it is, if that is not what is open. */
  path?: string;
}

export type Picker = ReturnType<typeof useFolderPicker>;

/** Where one is in the picker, what is there, and the ways from there. */
export function useFolderPicker(appId: number, start: number | null) {
  const [at, setAt] = useState(start);
  const [term, setTerm] = useState('');
  const wanted = useDeferredValue(term.trim());
  const isOpen = { enabled: at !== null };
  const here = useQuery({ ...entryQuery(appId, at ?? 0), ...isOpen }).data;
  const ancestors = useQuery({ ...ancestorsQuery(appId, at ?? 0), ...isOpen }).data?.items ?? [];
  const folders = useInfiniteQuery({ ...foldersQuery(appId, at ?? 0), ...isOpen });
  const repositories = useQuery(repositoriesQuery(appId)).data?.items ?? [];
  const recent: readonly Place[] = (usePlaces(appId) ?? []).filter(({ isRepository }) => !isRepository);
  const found = useQuery({
    queryKey: ['search', appId, 'folders', wanted],
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/search', {
          params: {
            path: { application_instance_id: appId },
            query: { term: wanted, types: 'folder', limit: FOUND },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    enabled: wanted !== '',
  });
  const hits: Choice[] | null =
    wanted === ''
      ? null
      : (found.data?.items ?? []).map(({ node_id: nodeId, name, places }) => ({
          ...{ nodeId, name, isRepository: false },
          path: places.map((place) => place.name ?? '…').join(' / '),
        }));
  const below: Choice[] =
    at === null
      ? repositories
          .filter(({ active }) => active)
          .map(({ node_id: nodeId, title: name }) => ({ nodeId, name, isRepository: true }))
      : (folders.data?.pages ?? []).flatMap((page) =>
          page.items.map(({ node_id: nodeId, name }) => ({ nodeId, name, isRepository: false })),
        );
  const up = ancestors.at(-1)?.node_id ?? null;
  return {
    ...{ term, setTerm, hits, below, recent, up },
    here: at !== null && here ? { nodeId: at, name: here.name } : null,
    waits: wanted === '' ? at !== null && folders.isLoading : found.isLoading,
    more: folders.hasNextPage ? () => void folders.fetchNextPage() : null,
    open: (nodeId: number | null) => {
      setTerm('');
      setAt(nodeId);
    },
  };
}
