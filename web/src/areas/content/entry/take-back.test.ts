import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { startI18n } from '../../../platform/i18n/i18n';
import { backgroundActionsQuery } from '../../../platform/live/background-actions-query';
import { notify } from '../../../platform/ui/notify';
import { tellRestored, tellUndone } from './take-back';

let client: QueryClient;
const goesOn = () => vi.mocked(notify.goesOn).mock.calls;

beforeEach(async () => {
  await startI18n();
  client = new QueryClient();
  vi.spyOn(notify, 'goesOn').mockImplementation(() => undefined);
});

/** How it is told to have ended, of actions that are known to be these. */
function endOf(...known: Partial<Schema<'BgAction'>>[]) {
  const items = known.map((one, at) => ({ bg_action_id: `${at}`, text: '', done: null, failed: null, ...one }));
  client.setQueryData(backgroundActionsQuery().queryKey, {
    items: items as Schema<'BgAction'>[],
    total: items.length,
  });
  const ids = items.map(({ bg_action_id }) => bg_action_id);
  tellUndone(client, ids, { going: 'Coming back', ended: 'Back' });
  return goesOn().at(-1)?.[2];
}

it('what is taken back is told as done once it is, and not at all where it was stopped or refused', async () => {
  expect(await endOf({ status: 'success' }, { status: 'done' })).toEqual({ kind: 'success', message: 'Back' });
  expect(await endOf({ status: 'success' }, { status: 'stopped' })).toBeNull();
  vi.mocked(notify.goesOn).mockClear();
  tellUndone(client, ['a', null], { going: 'Coming back', ended: 'Back' });
  expect(goesOn()).toEqual([]);
});

it('what could not be taken back is told with the reason', async () => {
  const error = { status: 'error', text: 'The folder is gone.' };
  expect(await endOf(error)).toEqual({ kind: 'error', message: 'The folder is gone.' });
  const partly = { status: 'partial_error', text: '1 is locked.', done: 2, failed: 1 };
  expect(await endOf({ status: 'success' }, partly)).toEqual({ kind: 'info', message: '1 is locked.' });
  expect(await endOf({ ...partly, done: 0, failed: 3 })).toEqual({ kind: 'error', message: '1 is locked.' });
  expect(await endOf({ status: 'error' })).toEqual({ kind: 'error', message: 'This did not work. Try again.' });
});

it('what comes back from the bin is told as that while it goes on, and as back only at the end', async () => {
  client.setQueryData(backgroundActionsQuery().queryKey, {
    items: [{ bg_action_id: 'a', status: 'success', text: '' } as Schema<'BgAction'>],
    total: 1,
  });
  tellRestored(client, ['a']);
  const [going, offers, ended] = goesOn()[0] ?? [];
  expect([going, offers]).toEqual(['Coming back from the bin.', { actions: ['a'] }]);
  expect(await ended).toEqual({ kind: 'success', message: 'Restored from the bin.' });
});
