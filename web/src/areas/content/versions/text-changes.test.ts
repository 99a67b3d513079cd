import { expect, it } from 'vitest';
import { changesOf, folded, type Line } from './text-changes';

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;
const told = (lines: readonly Line[] | null) =>
  lines?.map(
    ({ kind, pieces }) => SIGNS[kind] + pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join(''),
  );

it('tells lines apart, and marks the words in which a line differs', () => {
  const before = 'Title\nThe price is 10 reais.\nEnd\n';
  const after = 'Title\nThe price is 12 reais.\nEnd\n';
  const lines = changesOf(before, after);
  expect(told(lines)).toEqual([' Title', '-The price is [10] reais.', '+The price is [12] reais.', ' End']);
  expect(lines?.map(({ before: one, after: other }) => [one, other])).toEqual([
    [1, 1],
    [2, null],
    [null, 2],
    [3, 3],
  ]);
});

it('marks no words of lines that have nothing to do with each other', () => {
  expect(told(changesOf('apple\n', 'pear\n'))).toEqual(['-apple', '+pear']);
});

it('tells what was only added and what was only removed', () => {
  expect(told(changesOf('a\nc', 'a\nb\nc'))).toEqual([' a', '+b', ' c']);
  expect(told(changesOf('a\nb\nc', 'a\nc'))).toEqual([' a', '-b', ' c']);
  expect(told(changesOf('a\nb', ''))).toEqual(['-a', '-b']);
});

it('does not take another kind of line end for a change', () => {
  expect(told(changesOf('a\r\nb\r\n', 'a\nb\n'))).toEqual([' a', ' b']);
});

it('folds what is the same and far from a change', () => {
  const text = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const lines = changesOf(text.join('\n'), text.with(9, 'another').join('\n')) ?? [];
  const parts = folded(lines);
  expect(parts.map((part) => (part.kind === 'gap' ? part.lines.length : part.kind))).toEqual([
    6,
    ...['same', 'same', 'same', 'removed', 'added', 'same', 'same', 'same'],
    7,
  ]);
  expect(folded(changesOf('a', 'a') ?? [])).toHaveLength(1);
});
