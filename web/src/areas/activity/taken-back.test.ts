import { expect, it } from 'vitest';
import type { Action } from './action';
import { takenBack, triesOf } from './taken-back';

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

const restDone = undoing({ items: 2, done: 2 });
const restFailed = undoing({ items: 2, done: 0, failed: 2, status: 'partial_error' });
const stopped = undoing({ status: 'stopped', done: 1, failed: 1 });

it.each([
  ['of what succeeded', [[whole]], 'all'],
  ['of what the list has no more', [[]], 'all'],
  ['of what succeeded in part', [[part]], 'some'],
  ['of what failed', [[nothing]], 'none'],
  ['of what ended before it was done with one', [[undoing({ status: 'error', done: null, failed: null })]], 'none'],
  ['of several, one of which failed', [[whole], [nothing]], 'some'],
  ['while one goes on', [[nothing], [running]], 'going_on'],
  ['while what failed is tried again', [[running, part]], 'going_on'],
  ['if what failed was done by another try', [[restDone, part]], 'all'],
  ['if what failed failed again, and the rest is taken back', [[restFailed, part]], 'some'],
  ['if a try was stopped before it came to all', [[undoing({ items: null, done: 1 }), stopped]], 'some'],
  ['if every try failed', [[nothing, nothing]], 'none'],
] as const)('%s', (_, tries, told) => {
  expect(takenBack(tries)).toBe(told);
});

it('all tries to take an action back belong together, the last one first', () => {
  const other = undoing({ undoes: 'b' });
  expect(triesOf({ id: 'a' }, [other, whole, nothing])).toEqual([whole, nothing]);
  expect(triesOf({ id: 'c' }, [other, whole])).toEqual([]);
});
