import { describe, expect, it } from 'vitest';
import type { Action } from './action';
import { afterClearing, aggregatePercent, failedFirst, foldAlike, groupActions, headerOf } from './action-groups';

let made = 0;
function action(over: Partial<Action> = {}): Action {
  made += 1;
  return {
    id: `action-${made}`,
    groupId: 'group',
    title: 'a file',
    text: '',
    type: 'upload',
    icon: null,
    createdAt: 1,
    progress: 0,
    status: 'in_progress',
    nodeId: null,
    parentId: null,
    items: null,
    cancellable: false,
    ...{ done: null, failed: null, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
    ...over,
  };
}

describe('headerOf', () => {
  it.each([
    [['in_progress', 'error'], 'in_progress'],
    [['waiting', 'success'], 'in_progress'],
    [['error', 'success'], 'partial_error'],
    [['partial_error', 'success'], 'partial_error'],
    [['error', 'error'], 'error'],
    [['stopped', 'success'], 'stopped'],
    [['stopped', 'error'], 'partial_error'],
    [['success', 'done'], 'success'],
    [['success', 'generating_preview'], 'generating_preview'],
  ])('of %j is %s', (statuses, header) => {
    expect(headerOf(statuses.map((status) => action({ status })))).toBe(header);
  });

  it.each(['error', 'partial_error'])('of what is %s and was tried again is no failure', (status) => {
    const before = action({ status, retried: true });
    expect(headerOf([before])).toBe('retried');
    expect(headerOf([before, action({ status: 'success' })])).toBe('success');
    expect(headerOf([before, action({ status: 'error' })])).toBe('partial_error');
  });

  it('of what failed with all its entries is an error', () => {
    expect(headerOf([action({ status: 'partial_error', done: 0, failed: 2 })])).toBe('error');
    expect(headerOf([action({ status: 'partial_error', done: 1, failed: 1 })])).toBe('partial_error');
  });

  it('takes an action at 100 percent for a success', () => {
    expect(headerOf([action({ progress: 100 }), action({ status: 'done' })])).toBe('success');
  });
});

describe('aggregatePercent', () => {
  it('counts an ended action whole, however it ended', () => {
    expect(aggregatePercent([action({ status: 'error', progress: 10 }), action({ progress: 50 })])).toBe(75);
  });

  it('stays under 100 while anything runs', () => {
    const ended = Array.from({ length: 199 }, () => action({ status: 'success' }));
    expect(aggregatePercent([...ended, action({ progress: 99.9 })])).toBe(99);
  });
});

describe('groupActions', () => {
  it('puts the group with the newest action first and keeps the order inside', () => {
    const first = action({ groupId: 'old', createdAt: 5 });
    const second = action({ groupId: 'new', createdAt: 9 });
    const third = action({ groupId: 'old', createdAt: 4 });
    const groups = groupActions([first, second, third]);
    expect(groups.map((group) => group.id)).toEqual(['new', 'old']);
    expect(groups[1]?.actions).toEqual([first, third]);
  });

  it('counts what ended and what failed', () => {
    const [group] = groupActions([action(), action({ status: 'error' }), action({ status: 'done' })]);
    expect(group).toMatchObject({ finished: 2, failed: 1 });
  });
});

it('what_failed_comes_first_and_the_rest_keeps_its_order', () => {
  const [done, refused, running] = [action({ status: 'done' }), action({ status: 'error' }), action()];
  expect(failedFirst([done, refused, running])).toEqual([refused, done, running]);
});

it('clearing_keeps_only_what_still_runs', () => {
  const running = action();
  const queued = action({ status: 'In Queue: 3' });
  expect(afterClearing([running, action({ status: 'error' }), queued, action({ status: 'done' })])).toEqual([
    running,
    queued,
  ]);
});

describe('foldAlike', () => {
  const removed = (groupId: string, createdAt: number, over: Partial<Action> = {}) =>
    action({ ...{ groupId, createdAt, type: 'delete', status: 'success', parentId: 5 }, ...over });
  const ids = (...actions: Action[]) => foldAlike(groupActions(actions)).map((group) => group.actions.length);

  it('tells as one what was done one after the other in one folder', () => {
    expect(ids(removed('a', 900), removed('b', 500), removed('c', 100))).toEqual([3]);
  });

  it.each([
    ['in another folder', { parentId: 6 }],
    ['of another kind', { type: 'upload' }],
    ['that failed', { status: 'error' }],
    ['that still runs', { status: 'in_progress' }],
    ['that was taken back', { undone: true }],
    ['that takes back', { undoes: 'a' }],
  ])('leaves apart what was done %s', (_, over) => {
    expect(ids(removed('a', 900), removed('b', 800, over))).toEqual([1, 1]);
  });

  it('leaves apart what was done long before', () => {
    expect(ids(removed('a', 9000), removed('b', 500))).toEqual([1, 1]);
  });
});
