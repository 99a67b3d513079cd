import { expect, it } from 'vitest';
import { type BgAction, withUpdates } from './background-actions';

const action = (bg_action_id: string, progress = 0): BgAction => ({
  bg_action_id,
  bg_group_id: 'g',
  title: 'a file',
  text: '',
  type: 'upload',
  icon: null,
  created_at: 1,
  progress,
  status: 'in_progress',
  node_id: null,
  parent_id: null,
  items: null,
  cancellable: true,
  ...{ done: null, failed: null, can_undo: false, undo_until: null, undone: false },
  ...{ can_retry: false, retry_until: null, undoes: null, from_id: null },
});

it('an_update_replaces_in_place_and_a_new_action_comes_first', () => {
  const updates = new Map([action('b', 50), action('c'), action('d')].map((one) => [one.bg_action_id, one]));
  const next = withUpdates([action('a'), action('b')], updates);
  expect(next.map((one) => [one.bg_action_id, one.progress])).toEqual([
    ['d', 0],
    ['c', 0],
    ['a', 0],
    ['b', 50],
  ]);
});

it('an_action_cancelled_on_another_page_disappears', () => {
  const cancelled = { ...action('a', 30), status: 'cancelled' };
  const next = withUpdates([action('a', 30), action('b')], new Map([['a', cancelled]]));
  expect(next.map((one) => one.bg_action_id)).toEqual(['b']);
});
