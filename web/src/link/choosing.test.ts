import { expect, it } from 'vitest';
import { sharedEntry as entry } from '../testing/shared-entry';
import { bytesOfChosen, MOST_CHOSEN, toggled } from './choosing';

const none: ReadonlyMap<number, ReturnType<typeof entry>> = new Map();

it('chooses and takes back', () => {
  const one = toggled(none, entry(1));
  const both = toggled(one, entry(2));
  expect([...both.keys()]).toEqual([1, 2]);
  expect([...toggled(both, entry(1)).keys()]).toEqual([2]);
  expect(none.size).toBe(0);
});

it('chooses no more than an archive can name', () => {
  const full = new Map(Array.from({ length: MOST_CHOSEN }, (_, index) => [index, entry(index)] as const));
  expect(toggled(full, entry(9999)).has(9999)).toBe(false);
  expect(toggled(full, entry(3)).has(3)).toBe(false);
});

it('knows the size of files, and not that of folders', () => {
  const files = toggled(toggled(none, entry(1, { bytes: 5 })), entry(2, { bytes: 6 }));
  expect(bytesOfChosen(files)).toBe(11);
  expect(bytesOfChosen(toggled(files, entry(3, { kind: 'folder', bytes: null })))).toBeNull();
});
