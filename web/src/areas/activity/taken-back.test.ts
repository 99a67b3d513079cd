import { expect, it } from 'vitest';
import type { Action } from './action';
import { takenBack, tryOf } from './taken-back';

function undoing(over: Partial<Action>): Action {
  return {
    ...{ id: 'u', groupId: 'g', title: 'plan.txt', text: '', type: 'restore', icon: null, createdAt: 1 },
    ...{ progress: 100, status: 'success', nodeId: null, parentId: null, items: 3, cancellable: false },
    ...{ done: 3, failed: 0, undoUntil: null, undone: false, retryUntil: null, undoes: 'a', fromId: null },
    ...over,
  };
}

const whole = undoing({});
const part = undoing({ status: 'partial_error', done: 1, failed: 2 });
const nothing = undoing({ status: 'partial_error', done: 0, failed: 3 });
const running = undoing({ status: 'in_progress', progress: 4, done: null, failed: null });

it.each([
  ['of what succeeded', [whole], 'all'],
  ['of what the list has no more', [undefined], 'all'],
  ['of what succeeded in part', [part], 'some'],
  ['of what failed', [nothing], 'none'],
  ['of what ended before it was done with one', [undoing({ status: 'error', done: null, failed: null })], 'none'],
  ['of several, one of which failed', [whole, nothing], 'some'],
  ['while one goes on', [nothing, running], 'going_on'],
] as const)('%s', (_, tries, told) => {
  expect(takenBack(tries)).toBe(told);
});

it('the last try counts', () => {
  const other = undoing({ undoes: 'b' });
  expect(tryOf({ id: 'a' }, [other, whole, nothing])).toBe(whole);
  expect(tryOf({ id: 'c' }, [other, whole])).toBeUndefined();
});
