import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { fold } from '../../../platform/fold';
import { type Place, usePlaces } from '../add/use-places';
import { foldersQuery } from '../drawer/folder-queries';
import { ancestorsQuery, answered, entryQuery, repositoriesQuery } from '../queries';
import type { Target } from './moved-entries';
import { usePins } from './pins';

/** So many folders are found at a time. */
const FOUND = 60;

/** A folder that can be opened in the picker. */
export interface Choice extends Target {
  isRepository: boolean;
  /** Where it is, if that is not what is open. */
  path?: string;
}

export type Picker = ReturnType<typeof useFolderPicker>;

/** The folders of all repositories that the words of a search find, page by page. */
function foundQuery(appId: number, term: string) {
  return infiniteQueryOptions({
    queryKey: ['search', appId, 'folders', term] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/search', {
          params: {
            path: { application_instance_id: appId },
            query: { term, types: 'folder', limit: FOUND, ...(pageParam !== null && { after: pageParam }) },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: (last) => last.next,
  });
}

function hitOf({ node_id: nodeId, name, places }: Schema<'SearchHit'>): Choice {
  return { ...{ nodeId, name, isRepository: false }, path: places.map((place) => place.name).join(' / ') };
}

/** Repositories are in no index: their names have all words, as the names of folders do. */
function isCalled(name: string, term: string): boolean {
  const folded = fold(name);
  return fold(term)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

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
  const pinning = usePins(appId);
  const recent: readonly Place[] = (usePlaces(appId) ?? []).filter(({ isRepository }) => !isRepository);
  const found = useInfiniteQuery({ ...foundQuery(appId, wanted), enabled: wanted !== '' });
  const tops: Choice[] = repositories
    .filter(({ active }) => active)
    .map(({ node_id: nodeId, title: name }) => ({ nodeId, name, isRepository: true }));
  const hits: Choice[] | null =
    wanted === ''
      ? null
      : [
          ...tops.filter(({ name }) => isCalled(name, wanted)),
          ...(found.data?.pages ?? []).flatMap((page) => page.items.map(hitOf)),
        ];
  const below: Choice[] =
    at === null
      ? tops
      : (folders.data?.pages ?? []).flatMap((page) =>
          page.items.map(({ node_id: nodeId, name }) => ({ nodeId, name, isRepository: false })),
        );
  const up = ancestors.at(-1)?.node_id ?? null;
  const listed = wanted === '' ? folders : found;
  return {
    ...{ at, term, setTerm, hits, below, recent, up, pinning },
    here: at !== null && here ? { nodeId: at, name: here.name } : null,
    waits: wanted === '' ? at !== null && folders.isLoading : found.isLoading,
    more: listed.hasNextPage ? () => void listed.fetchNextPage() : null,
    open: (nodeId: number | null) => {
      setTerm('');
      setAt(nodeId);
    },
  };
}
