import type { QueryClient } from '@tanstack/react-query';
import { query, type Schema } from '../../../platform/api/client';
import { entryQuery, nodeActionsQuery, repositoriesQuery } from '../queries';

export type Grant = Schema<'Grant'>;
export type GrantAbove = Schema<'GrantAbove'>;
export type Role = Grant['role'];
export type AccessCheck = Schema<'AccessCheck'>;
export type CheckedMark = Schema<'CheckedMark'>;

/** The node whose access is shown. */
export type AccessNode = { node_id: number; name: string; node_type: Schema<'Entry'>['node_type'] };

export const grantPath = '/api/node/grant';
/** The same access on several nodes, and how many of them one call takes. */
export const severalPath = '/api/node/grant/collection';
export const mostAtOnce = 100;
const grantsPath = '/api/node/grant/node/{node_id}';
export const candidatesPath = '/api/node/grant/node/{node_id}/candidate';
const checkPath = '/api/node/grant/node/{node_id}/check';
const abovePath = '/api/node/grant/{node_id}/parents';

export function grantsQuery(nodeId: number) {
  return query.queryOptions('get', grantsPath, { params: { path: { node_id: nodeId } } });
}

export function grantsAboveQuery(nodeId: number) {
  return query.queryOptions('get', abovePath, {
    params: { path: { node_id: nodeId }, query: { only_recursive: true } },
  });
}

/** Whether a group or a person may open a node, and why. `value` is that of a choice in a search field. */
export function checkQuery(nodeId: number, value: string) {
  return query.queryOptions('get', checkPath, {
    params: { path: { node_id: nodeId }, query: principalOf(value) },
  });
}

/** All data that depend on access: the grants, what was checked, the roles on cards, the menus. */
const touched: ReadonlySet<unknown> = new Set([
  grantsPath,
  abovePath,
  checkPath,
  entryQuery(0, 0).queryKey[1],
  nodeActionsQuery(0, 0).queryKey[1],
  repositoriesQuery(0).queryKey[1],
]);

/** Fetches everything again that depends on access. */
export async function accessChanged(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'entries' || touched.has(queryKey[1]),
  });
}

/** `g12` or `u7`: the value of a choice in the search field. */
export function principalOf(value: string): { user_group_id: number } | { users_id: number } {
  const id = Number(value.slice(1));
  return value.startsWith('g') ? { user_group_id: id } : { users_id: id };
}

/** The holder of a grant, in the form of the call that changes it. */
export function holderOf(grant: Grant): { user_group_id: number } | { users_id: number } {
  return grant.user_group_id === null ? { users_id: grant.users_id ?? 0 } : { user_group_id: grant.user_group_id };
}

/** How many groups and people have access, each counted once; null until both lists are there. */
export function holders(
  given: readonly Grant[] | undefined,
  above: readonly GrantAbove[] | undefined,
): { groups: number; people: number } | null {
  if (given === undefined || above === undefined) return null;
  const active = [...given, ...above].filter((grant) => grant.active);
  const distinct = (ids: (number | null)[]) => new Set(ids.filter((id) => id !== null)).size;
  return {
    groups: distinct(active.map((grant) => grant.user_group_id)),
    people: distinct(active.map((grant) => grant.users_id)),
  };
}
