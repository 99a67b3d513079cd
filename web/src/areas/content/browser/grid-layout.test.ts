import { describe, expect, it } from 'vitest';
import { layoutRows, measureGrid, rowOf, stepFrom } from './grid-layout';

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

describe('layoutRows', () => {
  it('shows folders under their heading, then files', () => {
    expect(layoutRows(3, 3, 2, false)).toEqual([
      { kind: 'heading', of: 'folders' },
      { kind: 'folders', from: 0, to: 2 },
      { kind: 'folders', from: 2, to: 3 },
      { kind: 'heading', of: 'files' },
      { kind: 'files', from: 3, to: 5 },
      { kind: 'files', from: 5, to: 6 },
    ]);
  });

  it('finds the row of every entry', () => {
    for (const [folders, files, columns] of [
      [3, 7, 2],
      [0, 5, 3],
      [4, 0, 5],
    ] as const) {
      const rows = layoutRows(folders, files, columns, false);
      for (let index = 0; index < folders + files; index++) {
        const row = rows[rowOf(index, folders, columns)];
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
    expect(stepFrom(from, step, 4, 9, 3)).toBe(to);
  });
});
