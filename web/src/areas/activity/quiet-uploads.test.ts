import { expect, it } from 'vitest';
import { type Action, isRunning } from './action';
import { withInterrupted } from './quiet-uploads';

const upload: Action = {
  ...{ id: 'a', groupId: 'g', title: 'Many', text: '', type: 'upload', icon: null, createdAt: 1, progress: 62 },
  ...{ status: 'in_progress', nodeId: null, parentId: 4, items: 300, cancellable: true, done: null, failed: null },
  ...{ undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
};
const group = { bg_action_id: 'a', done: 186, quiet: true };
const none: ReadonlySet<string> = new Set();

it('an upload of another page that has gone quiet is interrupted', () => {
  const [told] = withInterrupted([upload], [group], none);
  expect(told).toEqual({ ...upload, status: 'interrupted', done: 186 });
  expect(told && isRunning(told)).toBe(false);
});

it.each<[string, Action, typeof group, ReadonlySet<string>]>([
  ['of which something comes', upload, { ...group, quiet: false }, none],
  ['of this page, which may wait for its connection', upload, group, new Set(['g'])],
  ['that has ended', { ...upload, status: 'success' }, group, none],
  ['of one file', upload, { ...group, bg_action_id: 'b' }, none],
])('one %s is not', (_, action, of, own) => {
  expect(withInterrupted([action], [of], own)).toEqual([action]);
});
