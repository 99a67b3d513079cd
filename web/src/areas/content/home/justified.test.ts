import { expect, it } from 'vitest';
import { justify, type Picture } from './justified';

const measures = { width: 1000, height: 136, gap: 6, groupGap: 20 };
const wide = (group: string, count: number): Picture[] => Array.from({ length: count }, () => ({ ratio: 1.5, group }));

const filled = (row: ReturnType<typeof justify>[number] | undefined) => {
  const between = row?.pictures.slice(1).map(({ begins }) => (begins ? measures.groupGap : measures.gap)) ?? [];
  return [...(row?.pictures.map(({ width }) => width) ?? []), ...between].reduce((sum, width) => sum + width, 0);
};

it('fills the width with each row', () => {
  const rows = justify([...wide('a', 3), ...wide('b', 9)], measures, 9);
  expect(rows.length).toBe(2);
  for (const row of rows) expect(filled(row)).toBeCloseTo(1000);
});

it('marks the first picture of each group, also where it goes on in the next row', () => {
  const [row, next] = justify([...wide('a', 2), ...wide('b', 8)], measures, 2);
  expect(row?.pictures.map(({ begins }) => begins)).toEqual([true, false, true, false, false]);
  expect(next?.pictures.map(({ begins }) => begins)).toEqual([false, false, false, false, false]);
});

it('shows a few pictures alone not much higher than wanted', () => {
  const [row] = justify(wide('a', 1), measures, 2);
  expect(row?.height).toBeCloseTo(136 * 1.4);
  expect(justify([], measures, 2)).toEqual([]);
});

it('shows at most so many rows, and no row that is half full below a full one', () => {
  expect(justify(wide('a', 40), measures, 2)).toHaveLength(2);
  expect(justify(wide('a', 6), measures, 2)).toHaveLength(1);
});

it('cuts what is very wide or very narrow', () => {
  const [row] = justify([{ ratio: 9, group: 'a' }, { ratio: 0.1, group: 'a' }, ...wide('a', 9)], measures, 1);
  const [first, second] = row?.pictures ?? [];
  expect((first?.width ?? 0) / (row?.height ?? 1)).toBeCloseTo(2.2);
  expect((second?.width ?? 0) / (row?.height ?? 1)).toBeCloseTo(0.6);
});
