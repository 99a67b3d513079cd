import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered, type Entry } from '../queries';
import type { CollectionDetail, MemberRole, Move, Page, Principal, Words } from './collection-types';

const PAGE = 100;
/** So many entries are read at once where all are wanted, and named in one call. */
const MOST = 200;
const NAMED = 1000;

const listsKey = (appId: number) => ['collections', appId] as const;
const detailKey = (appId: number, id: number) => ['collection', appId, id] as const;
const membersKey = (appId: number, id: number) => ['collection_members', appId, id] as const;
/** What the socket says of entries changes it as it changes all lists (live-cache.ts). */
export const collectedKey = (appId: number, id: number) => ['entries', appId, 'collection', id] as const;

const of = (appId: number, id: number) => ({ application_instance_id: appId, collection_id: id });
const headers = shownInPlace;

const list = '/api/app/{application_instance_id}/collection';
const detail = '/api/app/{application_instance_id}/collection/{collection_id}';

/** The user's collections, those that changed last first. */
export function collectionsQuery(appId: number, { q = '', editable = false } = {}) {
  return infiniteQueryOptions({
    queryKey: [...listsKey(appId), q, editable],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET(list, {
          params: {
            path: { application_instance_id: appId },
            query: {
              ...(q !== '' && { q }),
              ...(editable && { editable }),
              ...(pageParam !== null && { after: pageParam }),
            },
          },
          headers,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function collectionQuery(appId: number, id: number) {
  return queryOptions({
    queryKey: detailKey(appId, id),
    queryFn: async ({ signal }) =>
      answered(await api.GET(detail, { params: { path: of(appId, id) }, headers, signal })),
    staleTime: 0,
  });
}

/** A page of what is in a collection. */
async function pageOf(appId: number, id: number, limit: number, after: string | null, signal?: AbortSignal) {
  const query = { limit, ...(after !== null && { after }) };
  const asked = { params: { path: of(appId, id), query }, headers, ...(signal && { signal }) };
  return answered(await api.GET(`${detail}/entry`, asked));
}

/** What is in a collection, in its order. */
export function collectedQuery(appId: number, id: number) {
  return infiniteQueryOptions({
    queryKey: collectedKey(appId, id),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => pageOf(appId, id, PAGE, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Everything in a collection that the user sees. */
export async function allOf(appId: number, id: number): Promise<Entry[]> {
  const all: Entry[] = [];
  let after: string | null = null;
  do {
    const page: Page<Entry> = await pageOf(appId, id, MOST, after);
    all.push(...page.items);
    after = page.next;
  } while (after !== null);
  return all;
}

export function membersQuery(appId: number, id: number) {
  return queryOptions({
    queryKey: membersKey(appId, id),
    queryFn: async ({ signal }) =>
      answered(await api.GET(`${detail}/member`, { params: { path: of(appId, id) }, headers, signal })),
    staleTime: 0,
  });
}

export function candidatesQuery(appId: number, id: number, q: string) {
  return queryOptions({
    queryKey: [...membersKey(appId, id), 'candidates', q],
    queryFn: async ({ signal }) => {
      const params = { path: of(appId, id), query: q === '' ? {} : { q } };
      return answered(await api.GET(`${detail}/candidate`, { params, headers, signal }));
    },
  });
}

/** How many entries somebody would not see. */
export function unseenQuery(appId: number, id: number, principal: Principal) {
  return queryOptions({
    queryKey: [...membersKey(appId, id), 'unseen', principal],
    queryFn: async ({ signal }) => {
      const params = { path: of(appId, id), query: principal };
      return answered(await api.GET(`${detail}/unseen`, { params, headers, signal }));
    },
    retry: false,
  });
}

/** Reads lists of collections again, and one of them with what is in it. */
export async function refresh(client: QueryClient, appId: number, id?: number): Promise<void> {
  const keys = [
    listsKey(appId),
    ...(id === undefined ? [] : [detailKey(appId, id), collectedKey(appId, id), membersKey(appId, id)]),
  ];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

const sent = ({ response, error }: { response: Response; error?: unknown }) => {
  if (!response.ok) throw error;
};

function inParts(ids: readonly number[]): number[][] {
  const parts = Math.ceil(ids.length / NAMED);
  return Array.from({ length: parts }, (_, part) => ids.slice(part * NAMED, (part + 1) * NAMED));
}

/** The calls that change collections; each throws the server's problem. */
export function collectionCalls(appId: number) {
  const at = (id: number) => ({ params: { path: of(appId, id) }, headers });
  const ofMember = (id: number, member: number) => ({
    params: { path: { ...of(appId, id), collection_member_id: member } },
    headers,
  });
  const add = async (id: number, nodeIds: readonly number[]): Promise<number> => {
    let added = 0;
    for (const node_ids of inParts(nodeIds)) {
      added += answered(await api.POST(`${detail}/entry`, { ...at(id), body: { node_ids } })).added;
    }
    return added;
  };
  return {
    create: async (words: Words, nodeIds: readonly number[] = []): Promise<CollectionDetail> => {
      const [first = [], ...others] = inParts(nodeIds);
      const params = { path: { application_instance_id: appId } };
      const made = answered(await api.POST(list, { params, headers, body: { ...words, node_ids: first } }));
      await add(made.collection_id, others.flat());
      return made;
    },
    change: async (id: number, words: Words) => answered(await api.PUT(detail, { ...at(id), body: words })),
    remove: async (id: number) => sent(await api.DELETE(detail, at(id))),
    handOver: async (id: number, users_id: number) =>
      answered(await api.PUT(`${detail}/owner`, { ...at(id), body: { users_id } })),
    add,
    /** Begins one with everything that is selected, however much that is. */
    createOf: async (words: Words, selection: Schema<'Selection'>): Promise<CollectionDetail> => {
      const params = { path: { application_instance_id: appId } };
      return answered(await api.POST(list, { params, headers, body: { ...words, selection } }));
    },
    addAll: async (id: number, selection: Schema<'Selection'>): Promise<number> =>
      answered(await api.POST(`${detail}/entry`, { ...at(id), body: selection })).added,
    takeOut: async (id: number, nodeIds: readonly number[]) => {
      for (const node_ids of inParts(nodeIds)) {
        sent(await api.POST(`${detail}/entry/remove`, { ...at(id), body: { node_ids } }));
      }
    },
    move: async (id: number, move: Move) => sent(await api.POST(`${detail}/entry/move`, { ...at(id), body: move })),
    share: async (id: number, principal: Principal, role: MemberRole) =>
      answered(await api.POST(`${detail}/member`, { ...at(id), body: { ...principal, role } })),
    changeRole: async (id: number, member: number, role: MemberRole) =>
      answered(
        await api.PUT(`${detail}/member/{collection_member_id}`, {
          ...ofMember(id, member),
          body: { role },
        }),
      ),
    removeMember: async (id: number, member: number) =>
      sent(await api.DELETE(`${detail}/member/{collection_member_id}`, ofMember(id, member))),
  };
}
