import { useEffect } from 'react';
import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';

/** Home goes on where the user was. That a visit could not be noted is no matter for them. */
function noteVisit(appId: number, nodeId: number, position: number | null = null): void {
  const call = api.POST('/api/app/{application_instance_id}/home/visit/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: nodeId } },
    body: { position },
    headers: shownInPlace,
  });
  call.catch(() => undefined);
}

/** A folder is visited when it opens, and until it is left: what came meanwhile is not new afterwards. */
export function useVisit(appId: number, nodeId: number | undefined): void {
  useEffect(() => {
    if (nodeId === undefined) return;
    noteVisit(appId, nodeId);
    const openedAt = Date.now();
    return () => {
      if (Date.now() - openedAt > SEEN_MS) noteVisit(appId, nodeId);
    };
  }, [appId, nodeId]);
}

const SEEN_MS = 3000;

/** A file counts as viewed once it is looked at, and not when one steps past it; a document with its page. */
export function useViewed(appId: number, nodeId: number | null, position: number | null = null): void {
  useEffect(() => {
    if (nodeId === null) return;
    const looked = setTimeout(() => noteVisit(appId, nodeId, position), LOOKED_MS);
    return () => clearTimeout(looked);
  }, [appId, nodeId, position]);
}

const LOOKED_MS = 1000;
