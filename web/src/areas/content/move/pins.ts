import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered } from '../queries';
import { isClosed } from './may-move';

type Pin = Schema<'HomePin'>;

const pinsKey = (appId: number) => ['pins', appId] as const;

/** The folders and repositories that the user pinned, the latest first. */
function pinsQuery(appId: number) {
  return queryOptions({
    queryKey: pinsKey(appId),
    queryFn: async ({ signal }) => {
      const asked = { params: { path: { application_instance_id: appId } }, headers: shownInPlace, signal };
      return answered(await api.GET('/api/app/{application_instance_id}/home/pin', asked)).items;
    },
    staleTime: 0,
  });
}

interface Change {
  nodeId: number;
  pinned: boolean;
}

async function change(client: QueryClient, appId: number, { nodeId, pinned }: Change): Promise<void> {
  const call = pinned ? api.PUT : api.DELETE;
  await call('/api/app/{application_instance_id}/home/pin/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: nodeId } },
  });
  // Of a refusal the banner tells, and the pins are as before.
  await client.invalidateQueries({ queryKey: pinsKey(appId) });
}

const takesEntries = (pin: Pin) => !isClosed(pin) && (pin.role === 'writer' || pin.role === 'manager');

/** The user's pins, as far as they may put something there, and a way to change them. */
export function usePins(appId: number) {
  const client = useQueryClient();
  const all = useQuery(pinsQuery(appId)).data;
  const changing = useMutation({ mutationFn: (wanted: Change) => change(client, appId, wanted) });
  return {
    pins: (all ?? []).filter(takesEntries).map(({ node_id: nodeId, name }) => ({ nodeId, name })),
    /** Undefined while it is not known. */
    isPinned: (nodeId: number) => all?.some((pin) => pin.node_id === nodeId),
    change: (nodeId: number, pinned: boolean) => changing.mutate({ nodeId, pinned }),
    changes: changing.isPending,
  };
}
