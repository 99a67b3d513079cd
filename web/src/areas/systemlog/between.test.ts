import { expect, it } from 'vitest';
import { between, isSaid } from './between';

const changed = (field: string, before: string | null, after: string | null) => ({ field, before, after });

it('a move leads from a folder to a folder, and one that is not seen has no name', () => {
  const changes = [changed('parent_id', '4', '9'), changed('name', 'a', 'b')];
  const move = { changes, moved: { from: null, to: 'Prints' } };
  expect(between(move, 'a folder you may not see')).toEqual({ from: 'a folder you may not see', to: 'Prints' });
  expect(changes.map(({ field }) => isSaid(field, move))).toEqual([true, false]);
});

it.each([
  [[changed('name', 'a', 'b')], { from: 'a', to: 'b' }],
  [[changed('name', 'a', 'a')], null],
  [[changed('name', null, 'b')], null],
  [[changed('size', '1', '2')], null],
  [[], null],
])('%j leads to %j', (changes, led) => {
  expect(between({ changes, moved: null }, '')).toEqual(led);
});
