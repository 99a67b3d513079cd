import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { Action } from './action';
import english from './locales/en-tray.json';
import { actionDetail, duration, runningTitle } from './status-words';

let t: TFunction<'activity_tray'>;
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
    ...{ done: null, failed: null, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
    ...over,
  };
}

it.each([
  [sending(), '11%'],
  [sending({ status: 'success' }), ''],
  [sending({ type: 'delete', status: 'stopped', items: 5000, done: 300, failed: 0 }), '300 of 5,000'],
  [sending({ type: 'move', status: 'partial_error', items: 9, done: 7, failed: 2 }), '2 failed'],
  [sending({ type: 'move', status: 'partial_error', items: 9, done: 7, failed: 2, retried: true }), ''],
  [sending({ status: 'interrupted', items: 300, done: 186 }), '186 of 300 arrived'],
])('how far %# is', (action, words) => {
  expect(actionDetail(action, t)).toBe(words);
});

it('counts are written for people', () => {
  const many = Array.from({ length: 1200 }, () => sending());
  expect(runningTitle(many, t)).toBe('1,200 actions in progress');
});

it.each([
  [7, 'pt', { time: '10 s', count: 10 }],
  [60, 'pt', { time: '1 min', count: 1 }],
  [85, 'pt', { time: '1 min', count: 1 }],
  [7000, 'pt', { time: '2 h', count: 2 }],
])('%i seconds in %s have an amount that the words around it follow', (seconds, language, words) => {
  expect(duration(seconds, language)).toEqual(words);
});
