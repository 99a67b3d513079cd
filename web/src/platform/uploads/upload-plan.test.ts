import { describe, expect, it } from 'vitest';
import { nameKey } from './name-key';
import { freeName, planUpload, titleOf } from './upload-plan';

const chosen = (name: string, ...folders: string[]) => ({ file: new File(['x'], name), folders });

describe('planUpload', () => {
  it('lists parents before children and each folder once', () => {
    const plan = planUpload([chosen('a.jpg', 'Trip', 'Day 1'), chosen('b.jpg', 'Trip'), chosen('c.jpg')]);
    expect(plan.folders).toEqual(['Trip', 'Trip/Day 1']);
    expect(plan.files.map((file) => file.path)).toEqual(['Trip/Day 1', 'Trip', '']);
  });

  it('makes empty folders too', () => {
    expect(planUpload([], [['Trip', 'Later']]).folders).toEqual(['Trip', 'Trip/Later']);
  });

  it('folds folders whose names differ only in case or composition', () => {
    const plan = planUpload([chosen('a.jpg', 'Caf\u00e9'), chosen('b.jpg', 'CAFE\u0301')]);
    expect(plan.folders).toEqual(['Caf\u00e9']);
    expect(plan.files.map((file) => file.path)).toEqual(['Caf\u00e9', 'Caf\u00e9']);
  });

  it('flags a repeated name in the same folder, not in another', () => {
    const plan = planUpload([chosen('a.jpg'), chosen('A.JPG'), chosen('a.jpg', 'Trip')]);
    expect(plan.files.map((file) => file.duplicate)).toEqual([false, true, false]);
  });
});

it('blanks are trimmed, and a folder with a refused name is made under a legal one', () => {
  const plan = planUpload([chosen('  a.jpg ', ' 3:1 ', 'why?')]);
  expect(plan.folders).toEqual(['3×1', '3×1/why']);
  expect(plan.files[0]).toMatchObject({ path: '3×1/why', name: 'a.jpg' });
});

it.each([
  [[chosen('a.jpg', 'Trip', 'Day 1'), chosen('b.jpg', 'Trip')], 'Trip'],
  [[chosen('a.jpg', 'Trip'), chosen('b.jpg')], 'Summer'],
  [[chosen('a.jpg'), chosen('b.jpg')], 'Summer'],
  [[chosen(' a.jpg')], 'a.jpg'],
])('%# is titled by its folder, its only file, or where it goes', (files, title) => {
  expect(titleOf(files, 'Summer')).toBe(title);
});

it.each([
  ['photo.jpg', 'photo (3).jpg'],
  ['Other.jpg', 'Other.jpg'],
  ['.profile', '.profile (2)'],
])('the free name for %s is %s', (name, free) => {
  expect(freeName(name, new Set(['photo.jpg', 'photo (2).jpg', '.profile'].map(nameKey)))).toBe(free);
});
