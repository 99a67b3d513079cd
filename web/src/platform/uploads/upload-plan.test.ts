import { describe, expect, it } from 'vitest';
import { freeName, intoActions, nameKey, planUpload } from './upload-plan';

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

it('1000_files_become_five_actions_of_200', () => {
  const actions = intoActions(Array.from({ length: 1000 }, (_, index) => index));
  expect(actions.map((action) => action.files.length)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(actions.map((action) => action.groupId)).size).toBe(5);
});

it.each([
  ['photo.jpg', 'photo (3).jpg'],
  ['Other.jpg', 'Other.jpg'],
  ['.profile', '.profile (2)'],
])('the free name for %s is %s', (name, free) => {
  expect(freeName(name, new Set(['photo.jpg', 'photo (2).jpg', '.profile'].map(nameKey)))).toBe(free);
});
