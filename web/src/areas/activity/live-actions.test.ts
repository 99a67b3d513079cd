import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backgroundActionsQuery } from '../../platform/live/background-actions-query';
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
