import { expect, it } from 'vitest';
import { hasKept, keepEntries, keptIn } from './cut-entries';
import { mayCopy, mayMove } from './may-move';

it('what_was_copied_is_kept_for_its_library_until_something_else_is', () => {
  expect(hasKept()).toBe(false);
  keepEntries({ appId: 3, moved: { entries: [], whole: null }, way: 'copy' });
  expect([keptIn(3)?.way, keptIn(4)]).toEqual(['copy', null]);
  keepEntries({ appId: 3, moved: { entries: [], whole: null }, way: 'move' });
  expect(keptIn(3)?.way).toBe('move');
  keepEntries(null);
  expect(hasKept()).toBe(false);
});

it.each([
  ['a file to read', { node_type: 'file', role: 'reader', locked: false }, [true, false]],
  ['a folder to write to', { node_type: 'folder', role: 'writer', locked: false }, [true, true]],
  ['a folder of which only the name is shown', { node_type: 'folder', role: null, locked: false }, [false, false]],
  ['a locked file', { node_type: 'file', role: 'manager', locked: true }, [false, false]],
  [
    'a file that the user has locked',
    { node_type: 'file', role: 'writer', locked: true, is_locked_by_me: true },
    [true, true],
  ],
  ['a repository', { node_type: 'repository', role: 'manager', locked: false }, [false, false]],
] as const)('%s may be copied or moved', (_, entry, [copied, moved]) => {
  expect([mayCopy(entry), mayMove(entry)]).toEqual([copied, moved]);
});
