import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Action } from './action';
import english from './locales/en.json';
import portuguese from './locales/pt.json';
import { sentence } from './sentences';

let t: TFunction<'activity'>;
let pt: TFunction<'activity'>;
beforeAll(async () => {
  const words = i18next.createInstance();
  const resources = { en: { activity: english }, pt: { activity: portuguese } };
  await words.init({ lng: 'en', resources, interpolation: { escapeValue: false } });
  t = words.getFixedT('en', 'activity');
  pt = words.getFixedT('pt', 'activity');
});

function action(over: Partial<Action>): Action {
  return {
    ...{ id: 'a', groupId: 'g', title: 'film.mov', text: '', type: 'upload', icon: null, createdAt: 1 },
    ...{ progress: 100, status: 'success', nodeId: null, parentId: null, items: null, cancellable: false },
    ...{ done: null, failed: null, undoUntil: null, undone: false, retryUntil: null, undoes: null },
    ...over,
  };
}

describe('what is over is told with a verb and its object, in the language of the reader', () => {
  it.each([
    [{ type: 'upload' }, 'You uploaded film.mov to Prints', 'Você enviou film.mov para Prints'],
    [{ type: 'move', items: 3 }, 'You moved 3 items to Prints', 'Você moveu 3 itens para Prints'],
    [{ type: 'move', items: 3, undoes: 'b' }, 'You moved 3 items back', 'Você moveu 3 itens de volta'],
    [{ type: 'copy', items: 2 }, 'You copied 2 items to Prints', 'Você copiou 2 itens para Prints'],
    [{ type: 'rename', text: 'old.mov' }, 'You renamed old.mov to film.mov', 'Você renomeou old.mov para film.mov'],
    [{ type: 'delete' }, 'You removed film.mov from Prints', 'Você removeu film.mov de Prints'],
    [{ type: 'restore', items: 1200 }, 'You restored 1,200 items', 'Você restaurou 1.200 itens'],
    [{ type: 'purge', items: 2 }, 'You deleted 2 items for good', 'Você excluiu 2 itens definitivamente'],
    [{ type: 'empty_bin', title: 'Bin' }, 'You emptied the bin', 'Você esvaziou a lixeira'],
    [{ type: 'files_damaged' }, 'Some files were found damaged', 'Alguns arquivos estão danificados'],
  ])('%j', (over, inEnglish, inPortuguese) => {
    expect(sentence([action(over)], t, 'Prints')).toBe(inEnglish);
    expect(sentence([action(over)], pt, 'Prints')).toBe(inPortuguese);
  });

  it.each([
    ['upload', 'You uploaded film.mov'],
    ['move', 'You moved film.mov'],
    ['delete', 'You removed film.mov'],
  ])('%s, of a folder that the reader does not see', (type, words) => {
    expect(sentence([action({ type })], t, null)).toBe(words);
  });

  it('several of a kind as one', () => {
    const removed = Array.from({ length: 12 }, () => action({ type: 'delete' }));
    expect(sentence(removed, t, 'Prints')).toBe('You removed 12 items from Prints');
  });

  it('an upload of many files by where they went', () => {
    expect(sentence([action({ title: 'Summer', items: 1218 })], t, 'Prints')).toBe(
      'You uploaded 1,218 files to Summer',
    );
  });
});

it('what was done in part says with how many', () => {
  const moved = { type: 'move', items: 10, done: 8, failed: 2 };
  expect(sentence([action({ ...moved, status: 'partial_error' })], t, 'Prints')).toBe('You moved 8 items to Prints');
  expect(sentence([action({ ...moved, done: 3, status: 'stopped' })], t, null)).toBe('You moved 3 items');
});

it.each([
  [{ type: 'move', items: 3, status: 'in_progress', progress: 4 }, 'Moving 3 items to Prints'],
  [{ type: 'delete', items: 3, status: 'stopped', done: 0, failed: 0 }, 'Removing 3 items'],
  [{ type: 'upload', status: 'error', progress: 4 }, 'Uploading film.mov to Prints'],
  [{ type: 'upload', status: 'interrupted', items: 300, done: 186 }, 'Uploading 300 files to film.mov'],
])('what goes on or was only tried is not told as done: %j', (over, words) => {
  expect(sentence([action(over)], t, 'Prints')).toBe(words);
});

it('what only its title tells is told by it', () => {
  expect(sentence([action({ type: 'other', title: 'Recount' })], t, null)).toBe('Recount');
});
