import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { Action } from './action';
import english from './locales/en.json';
import { actionDetail, groupTitle, runningTitle, toldTitle } from './status-words';

let t: TFunction<'activity'>;
beforeAll(async () => {
  const words = i18next.createInstance();
  await words.init({ lng: 'en', resources: { en: { activity: english } }, interpolation: { escapeValue: false } });
  t = words.getFixedT('en', 'activity');
});

function sending(over: Partial<Action> = {}): Action {
  return {
    id: 'a',
    groupId: 'g',
    title: 'film.mov',
    text: '',
    type: 'upload',
    icon: null,
    createdAt: 1,
    progress: 11,
    status: 'in_progress',
    nodeId: null,
    parentId: null,
    items: null,
    cancellable: true,
    ...over,
  };
}

it.each([
  [sending(), '11%'],
  [sending({ status: 'success' }), ''],
])('how far %# is', (action, words) => {
  expect(actionDetail(action)).toBe(words);
});

it('counts are written for people', () => {
  const many = Array.from({ length: 1200 }, () => sending());
  expect(runningTitle(many, t)).toBe('1,200 actions in progress');
});

it.each([
  ['upload', 'film.mov'],
  ['delete', 'Removed: film.mov'],
] as const)('a single action of the type %s is titled %s', (type, title) => {
  expect(groupTitle([sending({ type })], t)).toBe(title);
});

it.each([
  ['upload', 1, 'Uploaded: film.mov'],
  ['upload', 12, '12 files uploaded'],
  ['delete', 1, 'Removed: film.mov'],
  ['delete', 12, '12 entries removed'],
] as const)('what was done is told with a verb: %s of %i', (type, count, title) => {
  const done = Array.from({ length: count }, () => sending({ type, status: 'success' }));
  expect(toldTitle(done, t)).toBe(title);
});

it('one upload of many files says how many, and where they went', () => {
  const upload = sending({ title: 'Summer', status: 'success', items: 1218 });
  expect(toldTitle([upload], t)).toBe('1,218 files uploaded to Summer');
  expect(toldTitle([upload, sending({ status: 'success' })], t)).toBe('1,219 files uploaded');
  expect(toldTitle([{ ...upload, status: 'partial_error' }], t)).toBe('Summer');
});
