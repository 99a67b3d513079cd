import { expect, it } from 'vitest';
import { kindsOf } from './kinds-of';

const file = (entry_type: string | null) => ({ node_type: 'file' as const, entry_type });

it('the types of entries are counted, the most frequent first', () => {
  const folder = { node_type: 'folder' as const, entry_type: null };
  expect(kindsOf([file('pdf'), file('image'), folder, file('image'), file(null), folder, file('image')])).toEqual([
    { type: 'image', count: 3 },
    { type: 'folder', count: 2 },
    { type: 'pdf', count: 1 },
    { type: 'other', count: 1 },
  ]);
});
