import { expect, it } from 'vitest';
import { type Action, isRunning } from './action';
import { withInterrupted } from './quiet-uploads';

const upload: Action = {
  ...{ id: 'a', groupId: 'g', title: 'Many', text: '', type: 'upload', icon: null, createdAt: 1, progress: 62 },
  ...{ status: 'in_progress', nodeId: null, parentId: 4, items: 300, cancellable: true, done: null, failed: null },
  ...{ undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
};
const group = { bg_action_id: 'a', done: 186, seen_at: 1000, ended: false };
const none: ReadonlySet<string> = new Set();

it('an upload that nothing was heard of for a quarter of an hour is interrupted', () => {
  const [told] = withInterrupted([upload], [group], none, 1900);
  expect(told).toEqual({ ...upload, status: 'interrupted', done: 186 });
  expect(told && isRunning(told)).toBe(false);
});

it.each<[string, Action, typeof group, ReadonlySet<string>, number]>([
  ['that something was just heard of', upload, group, none, 1899],
  ['of this page, which may wait for its connection', upload, group, new Set(['g']), 9999],
  ['that has ended', { ...upload, status: 'success' }, { ...group, ended: true }, none, 9999],
  ['of one file', upload, { ...group, bg_action_id: 'b' }, none, 9999],
])('one %s is not', (_, action, of, own, now) => {
  expect(withInterrupted([action], [of], own, now)).toEqual([action]);
});
