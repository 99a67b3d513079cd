import { describe, expect, it } from 'vitest';
import { layoutRows, measureGrid, rowOf, type Section, stepFrom } from './grid-layout';

describe('measureGrid', () => {
  it.each([
    [1164, 5, 4],
    [1396, 6, 5],
    [915, 4, 3],
    [350, 2, 2],
    [100, 1, 1],
  ])('at %d px wide has %d columns, and %d with folders', (width, columns, withFolders) => {
    expect(measureGrid(width, false).columns).toBe(columns);
    expect(measureGrid(width, true).columns).toBe(withFolders);
  });
});

/** Folders and then files, each under a heading. */
const twoOf = (folders: number, files: number): Section[] => [
  { kind: 'folders', from: 0, to: folders, title: 'Folders' },
  { kind: 'files', from: folders, to: folders + files, title: 'Files' },
];

describe('layoutRows', () => {
  it('shows each section under its heading, and begins a line with it', () => {
    const [folders, files] = twoOf(3, 3) as [Section, Section];
    expect(layoutRows([folders, files], 2, false)).toEqual([
      { kind: 'heading', section: folders },
      { kind: 'folders', from: 0, to: 2 },
      { kind: 'folders', from: 2, to: 3 },
      { kind: 'heading', section: files },
      { kind: 'files', from: 3, to: 5 },
      { kind: 'files', from: 5, to: 6 },
    ]);
  });

  it('shows no heading over what has no title', () => {
    expect(layoutRows([{ kind: 'files', from: 0, to: 2, title: null }], 2, true)).toEqual([
      { kind: 'files', from: 0, to: 2 },
      { kind: 'coming', cards: 2 },
      { kind: 'coming', cards: 2 },
    ]);
  });

  it('finds the row of every entry', () => {
    const days: Section[] = [1, 4, 2, 9].map((count, at, all) => {
      const from = all.slice(0, at).reduce((sum, one) => sum + one, 0);
      return { kind: 'files', from, to: from + count, title: `day ${at}` };
    });
    for (const [sections, columns] of [
      [twoOf(3, 7), 2],
      [twoOf(4, 5), 3],
      [days, 3],
      [[{ kind: 'files', from: 0, to: 8, title: null }], 5],
    ] as const) {
      const rows = layoutRows(sections, columns, true);
      for (let index = 0; index < (sections.at(-1)?.to ?? 0); index++) {
        const row = rows[rowOf(rows, index)];
        expect(row && 'from' in row && row.from <= index && index < row.to).toBe(true);
      }
    }
  });
});

// 0 1 2 / 3        folders
// 4 5 6 / 7 8      files
describe('stepFrom', () => {
  it.each([
    [0, 'down', 3],
    [1, 'down', 3],
    [3, 'down', 4],
    [4, 'up', 3],
    [5, 'up', 3],
    [6, 'down', 8],
    [8, 'down', 8],
    [0, 'up', 0],
    [2, 'right', 3],
    [0, 'left', 0],
    [8, 'right', 8],
    [5, 'home', 0],
    [5, 'end', 8],
    [0, 'pageDown', 7],
  ] as const)('from %d %s leads to %d', (from, step, to) => {
    expect(stepFrom(from, step, [0, 4], 9, 3)).toBe(to);
  });
});

// 0 1 2 / 3 4      today
// 5                yesterday
// 6 7 8            before
describe('stepFrom between days', () => {
  it.each([
    [3, 'down', 5],
    [4, 'down', 5],
    [5, 'down', 6],
    [8, 'up', 5],
    [5, 'up', 3],
    [7, 'down', 7],
  ] as const)('from %d %s leads to %d', (from, step, to) => {
    expect(stepFrom(from, step, [0, 5, 6], 9, 3)).toBe(to);
  });

  it('keeps the column of a section that begins before what is loaded', () => {
    expect(stepFrom(1, 'down', [-2, 5], 9, 3)).toBe(4);
    expect(stepFrom(4, 'down', [-2, 5], 9, 3)).toBe(5);
  });
});
