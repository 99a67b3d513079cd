import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { startI18n } from '../../../platform/i18n/i18n';
import { backgroundActionsQuery } from '../../../platform/live/background-actions-query';
import { removed } from './removal';

let client: QueryClient;
const undo = { run: async () => undefined };

beforeEach(async () => {
  await startI18n();
  client = new QueryClient();
});

function know(over: Partial<Schema<'BgAction'>>) {
  const action = {
    bg_action_id: 'a',
    status: 'in_progress',
    text: '',
    done: null,
    failed: null,
    undone: false,
    ...over,
  };
  client.setQueryData(backgroundActionsQuery().queryKey, { items: [action as Schema<'BgAction'>], total: 1 });
}

it('a removal that has ended is told as that, and not as one that goes on', async () => {
  const ended = removed(client, ['a'], { count: 3, undo });
  know({});
  // One of them is a folder with a file.
  know({ status: 'success', done: 4, failed: 0 });
  expect(await ended).toEqual({ kind: 'success', message: '3 entries are in the bin now.', undo });
});

it('of a removal it is told what failed, and nothing where it was taken back', async () => {
  know({ status: 'partial_error', done: 2, failed: 1, text: '1 is locked.' });
  const message = '2 of 3 entries are in the bin now. 1 is locked.';
  expect(await removed(client, ['a'], { count: 3, undo })).toEqual({ kind: 'info', message, undo });
  know({ status: 'success', done: 3, failed: 0, undone: true });
  expect(await removed(client, ['a'], { count: 3, undo })).toBeNull();
});

it('a removal that was stopped is told with how much of it is done, and not at all where nothing is', async () => {
  know({ status: 'stopped', items: 5000, done: 300, failed: 0 });
  const message = '300 of 5,000 entries are in the bin now.';
  expect(await removed(client, ['a'], { count: 5000, undo })).toEqual({ kind: 'info', message, undo });
  know({ status: 'stopped', items: 5000, done: 5000, failed: 0 });
  const whole = '5,000 entries are in the bin now.';
  expect(await removed(client, ['a'], { count: 5000, undo })).toEqual({ kind: 'success', message: whole, undo });
  know({ status: 'stopped', items: 5000, done: 0, failed: 0 });
  expect(await removed(client, ['a'], { count: 5000, undo })).toBeNull();
});
