import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Action } from './action';
import english from './locales/en.json';
import { actionDetail, groupTitle, runningTitle, toldTitle } from './status-words';

let t: TFunction<'activity'>;
beforeAll(async () => {
  const words = i18next.createInstance();
  await words.init({ lng: 'en', resources: { en: { activity: english } }, interpolation: { escapeValue: false } });
  t = words.getFixedT('en', 'activity');
});

const MB = 1024 * 1024;

function sending(local: Partial<Action['local']> = {}, over: Partial<Action> = {}): Action {
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
    cancellable: true,
    local: {
      uploadId: 'a',
      appId: 1,
      retryable: false,
      error: null,
      sent: 0,
      size: 1126 * MB,
      secondsLeft: null,
      ...local,
    },
    ...over,
  };
}

describe('actionDetail', () => {
  it.each([
    [sending(), '11%'],
    [sending({ sent: 120 * MB }), '11% · 120 MB of 1.1 GB'],
    [sending({ sent: 120 * MB, secondsLeft: 11.2 }), '11% · 120 MB of 1.1 GB · 15 sec left'],
    [sending({ sent: 120 * MB, secondsLeft: 130 }), '11% · 120 MB of 1.1 GB · 2 min left'],
    [sending({ error: 'Invalid file name' }, { status: 'error' }), 'Invalid file name'],
    [sending({}, { status: 'success' }), ''],
    [sending({}, { status: 'waiting' }), ''],
  ])('of %# is in words', (action, words) => {
    expect(actionDetail(action, t, 'en')).toBe(words);
  });
});

it('files_are_called_files_and_counts_are_written_for_people', () => {
  const many = Array.from({ length: 1200 }, () => sending());
  expect(runningTitle(many, t)).toBe('Uploading 1,200 files');
  expect(runningTitle([sending(), sending({}, { type: 'move' })], t)).toBe('2 actions in progress');
});

it.each([
  ['upload', 'film.mov'],
  ['delete', 'Removed: film.mov'],
] as const)('a single action of the type %s is titled %s', (type, title) => {
  expect(groupTitle([sending({}, { type })], t)).toBe(title);
});

it.each([
  ['upload', 1, 'Uploaded: film.mov'],
  ['upload', 12, '12 files uploaded'],
  ['delete', 1, 'Removed: film.mov'],
  ['delete', 12, '12 entries removed'],
] as const)('what was done is told with a verb: %s of %i', (type, count, title) => {
  const done = Array.from({ length: count }, () => sending({}, { type, status: 'success' }));
  expect(toldTitle(done, t)).toBe(title);
});
