import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backgroundActionsQuery } from '../../platform/live/background-actions-query';
import { unseenQuery } from '../../platform/live/notices-query';
import { liveActions } from './live-actions';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('an_update_of_an_action_reaches_the_list_of_actions', async () => {
  const client = new QueryClient();
  const { heard } = liveActions(client);
  heard?.({ name: 'message', payload: { bg_action_id: 'a', progress: 40 } });
  heard?.({ name: 'message', payload: { bg_action_id: 'a', progress: 80 } });
  await vi.advanceTimersByTimeAsync(300);
  expect(client.getQueryData(backgroundActionsQuery().queryKey)).toMatchObject({ items: [{ progress: 80 }], total: 1 });
});

it('a_notice_makes_the_bell_count_again', async () => {
  const client = new QueryClient();
  const { queryKey } = unseenQuery();
  client.setQueryData(queryKey, { unseen: 1 });
  const { heard } = liveActions(client);
  heard?.({ name: 'message', payload: { topic: 'favourite', value: null } });
  await vi.advanceTimersByTimeAsync(300);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  heard?.({ name: 'message', payload: { topic: 'notice', value: null } });
  await vi.advanceTimersByTimeAsync(300);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
