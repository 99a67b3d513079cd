import { expect, it } from 'vitest';
import type { Entry } from '../queries';
import type { LongList } from './browser-view';
import { daysOf, groupsOf, groupTitle } from './sections';

const at = (day: string, hour = 12) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`).getTime() / 1000;
const file = (day: string, hour?: number) => ({ node_type: 'file', modified_at: at(day, hour) }) as Entry;
const folder = { node_type: 'folder', modified_at: at('2020-01-01') } as Entry;

const long = (buckets: [string, string, number][]): LongList => ({
  buckets: buckets.map(
    ([node_type, key, count]) => ({ node_type, key, count, after: key }) as LongList['buckets'][number],
  ),
  begin: 0,
  loadBefore: () => undefined,
  jumpTo: () => undefined,
});

const said = (groups: ReturnType<typeof groupsOf>) => groups.map(({ key, count }) => `${key} ${count}`);

it('puts files of a day together, and no folders', () => {
  const entries = [
    folder,
    file('2026-11-28', 23),
    file('2026-11-28', 0),
    file('2026-11-28'),
    ...Array(4).fill(file('2026-11-20')),
  ];
  expect(said(groupsOf(entries, null, '-modified_at'))).toEqual(['2026-11-28 3', '2026-11-20 4']);
});

it('puts files of a month or a year together where days have too few', () => {
  const scattered = ['2026-11-28', '2026-11-20', '2026-11-02', '2026-10-09', '2026-10-05', '2026-10-01'].map((day) =>
    file(day),
  );
  expect(said(groupsOf(scattered, null, '-modified_at'))).toEqual(['2026-11 3', '2026-10 3']);
  const rare = ['2026-11-28', '2026-06-20', '2026-01-02', '2025-10-09', '2025-02-05', '2025-01-01'].map((day) =>
    file(day),
  );
  expect(said(groupsOf(rare, null, '-modified_at'))).toEqual(['2026 3', '2025 3']);
  expect(groupsOf([file('2026-11-28'), file('2020-11-28')], null, 'modified_at')).toEqual([]);
});

it('tells days apart that have one file each, where a list is about when files came', () => {
  const entries = [file('2026-11-28', 23), file('2026-11-28', 1), file('2026-11-20'), file('2026-10-01')];
  expect(said(daysOf(entries))).toEqual(['2026-11-28 2', '2026-11-20 1', '2026-10-01 1']);
});

it('puts photographs under the days on which they were taken', () => {
  const taken = (day: string) => ({ ...file('2026-11-28'), preview: { taken_at: at(day) } }) as Entry;
  const undated = { ...file('2026-11-28'), preview: { taken_at: null } } as Entry;
  const entries = [folder, ...['2025-02-03', '2025-02-03', '2025-02-03'].map(taken), undated, undated, undated];
  expect(said(groupsOf(entries, null, '-taken_at'))).toEqual(['2025-02-03 3', 'undated 3']);
  expect(said(groupsOf(entries, null, '-modified_at'))).toEqual(['2026-11-28 6']);
  // Also where there are too few to put under dates.
  expect(said(groupsOf([taken('2025-02-03'), undated], null, 'taken_at'))).toEqual([' 1', 'undated 1']);
  expect(groupsOf([taken('2025-02-03')], null, 'taken_at')).toEqual([]);
});

it('puts what has no date behind the months of a long list', () => {
  const months = long([
    ['file', '2026-11', 60],
    ['file', '2026-10', 50],
    ['file', 'undated', 2],
  ]);
  expect(said(groupsOf([], months, '-taken_at'))).toEqual(['2026-11 60', '2026-10 50', 'undated 2']);
});

it('follows the buckets of a long list', () => {
  const days = long([
    ['folder', '2026-11-01', 2],
    ['file', '2026-11-28', 60],
    ['file', '2026-11-27', 50],
  ]);
  expect(said(groupsOf([], days, '-modified_at'))).toEqual(['2026-11-28 60', '2026-11-27 50']);
  const letters = long([
    ['file', '1', 5],
    ['file', '_', 25],
    ['file', 'a', 30],
  ]);
  expect(said(groupsOf([], letters, 'name'))).toEqual(['# 30', 'A 30']);
});

it('divides neither few names nor sizes', () => {
  expect(groupsOf([file('2026-11-28')], null, 'name')).toEqual([]);
  expect(
    groupsOf(
      [],
      long([
        ['file', 'a', 3],
        ['file', 'b', 5],
      ]),
      'name',
    ),
  ).toEqual([]);
  expect(groupsOf(Array(9).fill(file('2026-11-28')), null, '-size')).toEqual([]);
});

it.each([
  ['2026-11-28', 'en', 'Today'],
  ['2026-11-27', 'pt', 'Ontem'],
  ['2026-11-20', 'en', 'Friday 20 November'],
  ['2025-11-20', 'en', 'Thursday, 20 November 2025'],
  ['2026-11-20', 'pt', 'Sexta-feira, 20 de novembro'],
  ['2026-10', 'en', 'October 2026'],
  ['2026-10', 'pt', 'Outubro de 2026'],
  ['2024', 'en', '2024'],
  ['M', 'en', 'M'],
])('says %s in %s as %s', (key, language, title) => {
  expect(groupTitle(key, at('2026-11-28', 9), language)).toBe(title);
});
