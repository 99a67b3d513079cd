import { expect, it } from 'vitest';
import { sharedEntry as entry } from '../testing/shared-entry';
import { badgeOf, countGroups, kindOf } from './kinds';

it.each([
  ['video/mp4', true, ['film', 'film', 'picture']],
  ['audio/mpeg', false, ['sound', 'sound', 'none']],
  ['application/pdf', true, ['pdf', 'pdf', 'picture']],
  ['text/plain;charset=utf-8', true, ['text', 'picture', 'picture']],
  ['text/html', false, ['text', 'none', 'none']],
  ['image/jpeg', true, ['picture', 'picture', 'picture']],
  ['image/jpeg', false, ['picture', 'none', 'none']],
  ['image/svg+xml', false, ['none', 'none', 'none']],
  [null, false, ['none', 'none', 'none']],
] as const)('%s is shown as what the link gives away of it', (mime, has_picture, shown) => {
  const file = entry(1, { mime, has_picture });
  expect([kindOf(file, 'freely'), kindOf(file, 'asked'), kindOf(file, 'never')]).toEqual(shown);
});

it('an empty file has nothing to show', () => {
  expect(kindOf(entry(1, { mime: 'text/plain', bytes: 0, has_picture: false }), 'freely')).toBe('none');
});

it('counts the kinds that there are', () => {
  const files = ['image', 'vector', 'video', 'sheet', 'image', 'of_another_room'].map((entry_type, index) =>
    entry(index + 1, { entry_type }),
  );
  expect(countGroups(files)).toEqual([
    { group: 'pictures', count: 3 },
    { group: 'films', count: 1 },
    { group: 'documents', count: 1 },
    { group: 'others', count: 1 },
  ]);
});

it('names the type of what is no photograph', () => {
  expect(badgeOf({ name: 'a.jpg', entry_type: 'image' })).toBeNull();
  expect(badgeOf({ name: 'plan.v2.pdf', entry_type: 'pdf' })).toBe('PDF');
  expect(badgeOf({ name: 'README', entry_type: 'text' })).toBeNull();
});
