import { describe, expect, it } from 'vitest';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatDay } from '../../../platform/i18n/moments';
import { entryTypeOf } from '../../../platform/registry/entry-types';
import { folded, trail } from '../browser/breadcrumb-trail';
import { cutAt, highlight } from '../browser/highlight';
import { entryTypes, otherFile } from './entry-types';

it.each([
  [0, 'en', '0\u00a0B'],
  [1023, 'en', '1,023\u00a0B'],
  [1024, 'en', '1\u00a0KB'],
  [9_332_326, 'en', '8.9\u00a0MB'],
  [9_332_326, 'pt', '8,9\u00a0MB'],
  [10 * 1024 ** 3, 'en', '10\u00a0GB'],
])('%d bytes in %s are %s', (bytes, locale, text) => {
  expect(formatSize(bytes, locale)).toBe(text);
});

it('a_day_is_written_day_month_year', () => {
  expect(formatDay(Date.UTC(2026, 9, 26, 12) / 1000, 'en')).toBe('26 Oct 2026');
  expect(formatDay(Date.UTC(2026, 9, 26, 12) / 1000, 'pt')).toBe('26 out. 2026');
});

it.each([
  ['design', 'design'],
  ['file', 'other'],
  [null, 'other'],
  ['of_a_room_without_an_area', 'other'],
] as const)('a file of the type %s is shown as %s', (entry_type, shown) => {
  expect((entryTypeOf(entryTypes, { entry_type }) ?? otherFile).key).toBe(shown);
});

describe('trail', () => {
  const seen = { node_id: 1, name: 'Library' };
  const hidden = (node_id: number) => ({ node_id, name: null });

  it('folds hidden ancestors in a row into one', () => {
    expect(trail([hidden(1), hidden(2), { node_id: 3, name: 'Here' }])).toEqual([
      { kind: 'hidden', count: 2 },
      { kind: 'link', nodeId: 3, name: 'Here' },
    ]);
  });

  it('keeps the ends where the room is scarce', () => {
    const crumbs = trail([seen, { ...seen, node_id: 2 }, { ...seen, node_id: 3 }, { ...seen, node_id: 4 }]);
    const ids = (room: number) =>
      Object.values(folded(crumbs, room)).map((part) => part.map((crumb) => crumb.kind === 'link' && crumb.nodeId));
    expect(ids(4)).toEqual([[1, 2, 3, 4], [], []]);
    expect(ids(3)).toEqual([[1], [2], [3, 4]]);
    expect(ids(2)).toEqual([[1], [2, 3], [4]]);
    expect(ids(1)).toEqual([[], [1, 2, 3], [4]]);
  });
});

describe('highlight', () => {
  it('finds a term whatever its accents and case', () => {
    expect(highlight('Campanha Verão 2027', 'VERAO')).toEqual([
      { text: 'Campanha ', hit: false },
      { text: 'Verão', hit: true },
      { text: ' 2027', hit: false },
    ]);
  });

  it('finds each word, in any order and wherever they meet', () => {
    expect(highlight('Key visual – béach.jpg', ' beach  VISU sual')).toEqual([
      { text: 'Key ', hit: false },
      { text: 'visual', hit: true },
      { text: ' – ', hit: false },
      { text: 'béach', hit: true },
      { text: '.jpg', hit: false },
    ]);
    expect(highlight('ﬁnal', 'in')).toEqual([
      { text: 'ﬁn', hit: true },
      { text: 'al', hit: false },
    ]);
  });

  it('is cut where a name is, a hit across the cut too', () => {
    expect(cutAt(highlight('Cover – shop.webp', 'shop.w'), 10)).toEqual([
      [
        { text: 'Cover – ', hit: false },
        { text: 'sh', hit: true },
      ],
      [
        { text: 'op.w', hit: true },
        { text: 'ebp', hit: false },
      ],
    ]);
    expect(cutAt(highlight('abc', ''), 3)).toEqual([[{ text: 'abc', hit: false }], []]);
  });

  it('leaves a text without the term whole', () => {
    expect(highlight('abc', 'x')).toEqual([{ text: 'abc', hit: false }]);
    expect(highlight('abc', '  ')).toEqual([{ text: 'abc', hit: false }]);
  });
});
