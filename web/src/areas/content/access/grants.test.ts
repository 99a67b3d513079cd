import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ancestorsQuery, entriesQuery, entryQuery, nodeActionsQuery, repositoriesQuery } from '../queries';
import { accessChanged, checkQuery, type Grant, grantsAboveQuery, grantsQuery, holderOf, principalOf } from './grants';

const grant: Grant = {
  grant_id: 1,
  node_id: 2,
  user_group_id: null,
  users_id: null,
  name: '',
  detail: '',
  avatar_url: null,
  active: true,
  role: 'reader',
  recursive: true,
};

it('what was chosen in the search is a group or a user', () => {
  expect(principalOf('g12')).toEqual({ user_group_id: 12 });
  expect(principalOf('u7')).toEqual({ users_id: 7 });
});

it('the holder of a grant is a group or a user', () => {
  expect(holderOf({ ...grant, user_group_id: 12 })).toEqual({ user_group_id: 12 });
  expect(holderOf({ ...grant, users_id: 7 })).toEqual({ users_id: 7 });
});

it('a change of access makes stale what shows roles, and nothing else', async () => {
  const client = new QueryClient();
  const stale = [
    grantsQuery(5).queryKey,
    grantsAboveQuery(5).queryKey,
    checkQuery(5, 'u7').queryKey,
    entryQuery(1, 5).queryKey,
    nodeActionsQuery(1, 5).queryKey,
    repositoriesQuery(1).queryKey,
    entriesQuery(1, 5, 'name').queryKey,
  ];
  const fresh = [ancestorsQuery(1, 5).queryKey];
  for (const key of [...stale, ...fresh]) client.setQueryData(key as readonly unknown[], {});
  await accessChanged(client);
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(stale.map(isStale)).toEqual(stale.map(() => true));
  expect(fresh.map(isStale)).toEqual([false]);
});
