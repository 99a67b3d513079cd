import { expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { markAt, marksOf, pageAt } from './bucket-marks';

const bucket = (key: string, count: number, node_type: 'file' | 'folder' = 'file'): Schema<'Bucket'> => ({
  ...{ key, count, node_type },
  after: `before ${key}`,
});

it('puts signs and digits into one mark, and knows where each begins', () => {
  const marks = marksOf([bucket('1', 2), bucket('_', 3), bucket('a', 4), bucket('é', 5)], 'en');
  expect(marks.map(({ short, index, count }) => [short, index, count])).toEqual([
    ['#', 0, 5],
    ['A', 5, 4],
    ['É', 9, 5],
  ]);
  expect([0, 4, 5, 8, 9, 13].map((index) => markAt(marks, index))).toEqual([0, 0, 1, 1, 2, 2]);
});

it('tells letters of folders and of files apart', () => {
  const marks = marksOf([bucket('a', 1, 'folder'), bucket('a', 2)], 'en');
  expect(marks.map(({ index }) => index)).toEqual([0, 1]);
});

it('writes a year with its first month, in the language of the page', () => {
  const buckets = [bucket('2026-11', 1), bucket('2026-10', 1), bucket('2025-12', 1)];
  expect(marksOf(buckets, 'en').map(({ short }) => short)).toEqual(['2026', 'Oct', '2025']);
  expect(marksOf(buckets, 'pt').map(({ long }) => long)).toEqual(['nov 2026', 'out 2026', 'dez 2025']);
  expect(marksOf([bucket('2025', 1)], 'en')[0]).toMatchObject({ short: '2025', long: '2025', major: true });
});

it('finds the page of an entry by its bucket', () => {
  const buckets = [bucket('a', 50), bucket('i', 1000)];
  expect(pageAt(buckets, 10, 100)).toEqual({ after: 'before a', skip: 0, index: 0 });
  expect(pageAt(buckets, 333, 100)).toEqual({ after: 'before i', skip: 200, index: 250 });
  expect(pageAt(buckets, 5000, 100)).toBeNull();
});

it('has a mark of its own for what has no date', () => {
  const marks = marksOf([bucket('2026-11', 3), bucket('undated', 2)], 'en', 'No date taken');
  expect(marks.map(({ long, index }) => [long, index])).toEqual([
    ['Nov 2026', 0],
    ['No date taken', 3],
  ]);
});
