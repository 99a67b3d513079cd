import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { hits } from '../browser/use-entry-list';
import { recentsQuery } from '../home/home-queries';
import { isClosed } from '../move/may-move';
import { repositoriesQuery } from '../queries';

/** A folder to which the user may add. */
export interface Place {
  nodeId: number;
  name: string;
  isRepository: boolean;
}

const MOST_RECENT = 8;

/** The folders that the user opened last and may add to, and then the repositories; null while they are on their way. */
export function usePlaces(appId: number): readonly Place[] | null {
  const recents = useInfiniteQuery(recentsQuery(appId));
  const repositories = useQuery(repositoriesQuery(appId));
  if (recents.isLoading || repositories.isLoading) return null;
  const opened = hits(recents.data)
    .filter((entry) => entry.node_type === 'folder' && !isClosed(entry) && mayWrite(entry.role))
    .slice(0, MOST_RECENT)
    .map(({ node_id: nodeId, name }) => ({ nodeId, name, isRepository: false }));
  const tops = (repositories.data?.items ?? [])
    .filter(({ role }) => mayWrite(role))
    .map(({ node_id: nodeId, title }) => ({ nodeId, name: title, isRepository: true }));
  return [...opened, ...tops];
}

function mayWrite(role: string | null): boolean {
  return role === 'writer' || role === 'manager';
}
