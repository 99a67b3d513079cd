import { useQueries } from '@tanstack/react-query';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import type { Notice } from '../../../platform/registry/notices';

/** The most entries that one call asks for. */
const MOST = 60;

/** The node whose picture stands for the entry of a notice; undefined if there is none. */
type PictureOf = (notice: Notice) => number | undefined;

/** One call for all entries of an application, and no picture where there is none. */
export function usePictures(notices: readonly Notice[]): PictureOf {
  const parts = inParts(notices);
  const found = useQueries({
    queries: parts.map(({ appId, nodeIds }) => ({
      ...query.queryOptions('get', '/api/app/{application_instance_id}/rendition/covers', {
        params: { path: { application_instance_id: appId }, query: { node_ids: nodeIds.join(), pictures: 1 } },
        headers: shownInPlace,
      }),
      staleTime: 60_000,
      retry: false,
    })),
    combine: (all) => new Map(all.flatMap(({ data }) => data?.items ?? []).map((item) => [item.node_id, item])),
  });
  return ({ entry }) => (entry === null ? undefined : found.get(entry.node_id)?.pictures[0]?.node_id);
}

function inParts(notices: readonly Notice[]): { appId: number; nodeIds: number[] }[] {
  const byApp = new Map<number, Set<number>>();
  for (const { application_instance_id: appId, entry } of notices) {
    if (entry === null) continue;
    byApp.set(appId, (byApp.get(appId) ?? new Set()).add(entry.node_id));
  }
  return [...byApp].flatMap(([appId, ids]) => {
    const all = [...ids];
    const parts = Math.ceil(all.length / MOST);
    return Array.from({ length: parts }, (_, part) => ({ appId, nodeIds: all.slice(part * MOST, (part + 1) * MOST) }));
  });
}
