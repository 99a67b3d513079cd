import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import { backgroundActionsQuery } from '../../../platform/live/background-actions-query';
import { type Ended, notify } from '../../../platform/ui/notify';
import { toldUntilEnded } from './told-until-ended';

type BgAction = Schema<'BgAction'>;

const action = (over: Partial<BgAction> = {}): BgAction => ({
  ...{ bg_action_id: 'a', bg_group_id: 'g', title: 'plan.txt', text: '', type: 'copy', icon: null, created_at: 1 },
  ...{ progress: 0, status: 'in_progress', node_id: null, parent_id: 20, from_id: 3, items: null, cancellable: true },
  ...{ done: null, failed: null, can_undo: false, undo_until: null, undone: false, can_retry: false },
  ...{ retry_until: null, undoes: null },
  ...over,
});

let client: QueryClient;
const navigate = vi.fn();
const undo = { run: async () => undefined };

beforeAll(async () => {
  await startI18n();
  await loadActionTexts();
});
beforeEach(() => {
  client = new QueryClient();
  navigate.mockClear();
});

const know = (...items: BgAction[]) =>
  client.setQueryData(backgroundActionsQuery().queryKey, { items, total: items.length });

/** How a copy of so many entries is told to have ended, once it has. */
function told(ids: readonly string[], count = 1): Promise<Ended | null> {
  const goesOn = vi.spyOn(notify, 'goesOn').mockImplementation(() => undefined);
  const target = { nodeId: 20, name: 'Archive' };
  toldUntilEnded({ appId: 4, client, navigate }, 'Copying', {
    way: 'copy',
    ids,
    count,
    name: 'plan.txt',
    target,
    undo,
  });
  const [words, offers, ended] = goesOn.mock.calls.at(-1) ?? [];
  expect(words).toBe('Copying');
  // While the tray lists these, the banner is not shown.
  expect(offers?.actions).toEqual(ids);
  return ended ?? Promise.reject(new Error('nothing was told'));
}

it('a copy that has ended is told as that, with the way to its folder', async () => {
  const ended = told(['a']);
  know(action());
  know(action({ progress: 60 }));
  know(action({ status: 'success', progress: 100 }));
  const end = await ended;
  expect([end?.kind, end?.message, end?.undo]).toEqual(['success', 'plan.txt was copied to Archive.', undo]);
  end?.lead?.run();
  const to = '/content/$appId/navigation/$parentId';
  expect(navigate).toHaveBeenCalledWith({ to, params: { appId: 4, parentId: 20 } });
});

it('one that has ended before anybody looked is told, too, and a folder counts as the one entry that it is', async () => {
  know(action({ status: 'success', items: 6, done: 6, failed: 0 }));
  expect((await told(['a']))?.message).toBe('plan.txt was copied to Archive.');
});

it('several calls end when the last of them has', async () => {
  const ended = told(['a', 'b'], 1200);
  know(action({ status: 'success', items: 1000, done: 1000, failed: 0 }), action({ bg_action_id: 'b' }));
  const isOver = vi.fn();
  void ended.then(isOver);
  await Promise.resolve();
  expect(isOver).not.toHaveBeenCalled();
  know(
    action({ status: 'success', items: 1000, done: 1000, failed: 0 }),
    action({ bg_action_id: 'b', status: 'success', items: 200, done: 200, failed: 0 }),
  );
  expect((await ended)?.message).toBe('1,200 entries were copied to Archive.');
});

it('what failed is told with the reason, and what was taken back or cancelled is not told', async () => {
  know(action({ status: 'partial_error', items: 3, done: 2, failed: 1, text: '1 could not be copied: plan.txt' }));
  const partly = await told(['a'], 3);
  expect([partly?.kind, partly?.message]).toEqual([
    'info',
    '2 of 3 entries were copied to Archive. 1 could not be copied: plan.txt',
  ]);
  know(action({ status: 'partial_error' }));
  const failed = await told(['a']);
  expect([failed?.kind, failed?.message, failed?.undo]).toEqual([
    'error',
    'plan.txt could not be copied to Archive.',
    undefined,
  ]);
  know(action({ status: 'partial_error', undone: true }));
  expect(await told(['a'])).toBeNull();
  know(action());
  const cancelled = told(['a']);
  know();
  expect(await cancelled).toBeNull();
});

it('what was stopped is told with how much of it is done, with the way back', async () => {
  know(action({ status: 'stopped', items: 5000, done: 298, failed: 2 }));
  const end = await told(['a'], 5000);
  expect([end?.kind, end?.message, end?.undo]).toEqual(['info', '298 of 5,000 entries were copied to Archive.', undo]);
  know(action({ status: 'stopped' }));
  expect(await told(['a'])).toBeNull();
});

it('of several calls, one that was cancelled is not told as done', async () => {
  const ended = told(['a', 'b'], 1200);
  const whole = action({ status: 'success', items: 1000, done: 1000, failed: 0 });
  know(whole, action({ bg_action_id: 'b', items: 200 }));
  know(whole);
  expect((await ended)?.message).toBe('1,000 of 1,200 entries were copied to Archive.');
});
