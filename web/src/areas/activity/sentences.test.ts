import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Action } from './action';
import english from './locales/en-tray.json';
import portuguese from './locales/pt-tray.json';
import { sentence } from './sentences';

let t: TFunction<'activity_tray'>;
let pt: TFunction<'activity_tray'>;
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
    ...{ done: null, failed: null, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
    ...over,
  };
}

const prints = { folder: 'Prints', from: null };
const nowhere = { folder: null, from: null };

describe('what is over is told with a verb and its object, in the language of the reader', () => {
  it.each([
    [{ type: 'upload' }, 'You uploaded film.mov to Prints', 'Você enviou film.mov para Prints'],
    [{ type: 'move', items: 3 }, 'You moved 3 entries to Prints', 'Você moveu 3 itens para Prints'],
    [{ type: 'move', items: 3, undoes: 'b' }, 'You moved 3 entries back', 'Você moveu 3 itens de volta'],
    [{ type: 'copy', items: 2 }, 'You copied 2 entries to Prints', 'Você copiou 2 itens para Prints'],
    [{ type: 'rename', text: 'old.mov' }, 'You renamed old.mov to film.mov', 'Você renomeou old.mov para film.mov'],
    [{ type: 'delete' }, 'You removed film.mov from Prints', 'Você removeu film.mov de Prints'],
    [{ type: 'restore', items: 1200 }, 'You restored 1,200 entries', 'Você restaurou 1.200 itens'],
    [{ type: 'purge', items: 2 }, 'You deleted 2 entries for good', 'Você excluiu 2 itens definitivamente'],
    [{ type: 'empty_bin', title: 'Bin' }, 'You emptied the bin', 'Você esvaziou a lixeira'],
    [
      { type: 'move_repository', title: 'Films → Archive' },
      'You moved the repository Films → Archive',
      'Você moveu o repositório Films → Archive',
    ],
    [{ type: 'files_damaged' }, 'Some files were found damaged', 'Alguns arquivos estão danificados'],
  ])('%j', (over, inEnglish, inPortuguese) => {
    expect(sentence([action(over)], t, prints)).toBe(inEnglish);
    expect(sentence([action(over)], pt, prints)).toBe(inPortuguese);
  });

  it.each([
    ['upload', 'You uploaded film.mov'],
    ['move', 'You moved film.mov'],
    ['delete', 'You removed film.mov'],
  ])('%s, of a folder that the reader does not see', (type, words) => {
    expect(sentence([action({ type })], t, nowhere)).toBe(words);
  });

  it('several of a kind as one', () => {
    const removed = Array.from({ length: 12 }, () => action({ type: 'delete' }));
    expect(sentence(removed, t, prints)).toBe('You removed 12 entries from Prints');
  });

  it('an upload of many files by where they went', () => {
    expect(sentence([action({ title: 'Summer', items: 1218 })], t, prints)).toBe('You uploaded 1,218 files to Summer');
  });
});

it('a move and a copy tell where the entries were, if they were in one folder', () => {
  const places = { folder: 'B', from: 'A' };
  const told = (over: Partial<Action>, words: TFunction<'activity_tray'>) => sentence([action(over)], words, places);
  expect(told({ type: 'copy', items: 2 }, t)).toBe('You copied 2 entries from A to B');
  expect(told({ type: 'copy', items: 2 }, pt)).toBe('Você copiou 2 itens de A para B');
  expect(told({ type: 'move' }, t)).toBe('You moved film.mov from A to B');
  const running = { items: 2, status: 'in_progress', progress: 4 };
  expect(told({ type: 'move', ...running }, t)).toBe('Moving 2 entries from A to B');
  expect(told({ type: 'copy', ...running }, pt)).toBe('Copiando 2 itens de A para B');
  expect(sentence([action({ type: 'copy', items: 2 })], t, { folder: null, from: 'A' })).toBe('You copied 2 entries');
});

it('a copy that is taken back is told as that, and not as a removal', () => {
  const back = { type: 'delete', undoes: 'b' };
  expect(sentence([action({ ...back, items: 2, done: 2 })], t, nowhere)).toBe('You took back the copy of 2 entries');
  expect(sentence([action(back)], pt, nowhere)).toBe('Você desfez a cópia de film.mov');
  expect(sentence([action({ ...back, items: 0, done: 0 })], t, nowhere)).toBe('You took the copy back');
});

it('what was done in part says with how many', () => {
  const moved = { type: 'move', items: 10, done: 8, failed: 2 };
  expect(sentence([action({ ...moved, status: 'partial_error' })], t, prints)).toBe('You moved 8 entries to Prints');
  expect(sentence([action({ ...moved, done: 3, status: 'stopped' })], t, nowhere)).toBe('You moved 3 entries');
});

describe('an act of which nothing is done', () => {
  const failed = { status: 'partial_error', done: 0, failed: 1 };
  const back = { ...failed, undoes: 'b' };
  it.each([
    [{ type: 'restore', ...back }, 'film.mov could not be restored', 'Não foi possível restaurar film.mov'],
    [
      { type: 'move', ...back, items: 2, failed: 2 },
      '2 entries could not be moved back',
      'Não foi possível mover 2 itens de volta',
    ],
    [
      { type: 'rename', ...back },
      'The new name of film.mov could not be taken back',
      'Não foi possível desfazer o novo nome de film.mov',
    ],
    [
      { type: 'delete', ...back },
      'The copy of film.mov could not be taken back',
      'Não foi possível desfazer a cópia de film.mov',
    ],
    [{ type: 'move', ...failed }, 'film.mov could not be moved', 'Não foi possível mover film.mov'],
    [{ type: 'copy', ...failed }, 'film.mov could not be copied', 'Não foi possível copiar film.mov'],
    [{ type: 'rename', ...failed }, 'film.mov could not be renamed', 'Não foi possível renomear film.mov'],
    [{ type: 'delete', ...failed }, 'film.mov could not be removed', 'Não foi possível remover film.mov'],
    [
      { type: 'purge', ...failed, status: 'error', done: null },
      'film.mov could not be deleted for good',
      'Não foi possível excluir film.mov definitivamente',
    ],
  ])('is not told as if it went on: %j', (over, inEnglish, inPortuguese) => {
    expect(sentence([action(over)], t, prints)).toBe(inEnglish);
    expect(sentence([action(over)], pt, prints)).toBe(inPortuguese);
    expect(sentence([action({ ...over, retried: true })], t, prints)).toBe(inEnglish);
  });

  it('and that was taken back before it began says so', () => {
    const empty = action({ type: 'restore', undoes: 'b', items: 0, done: 0, failed: 0 });
    expect(sentence([empty], t, nowhere)).toBe('You took it back before anything was done');
    expect(sentence([empty], pt, nowhere)).toBe('Você desfez antes que algo fosse feito');
  });
});

it.each([
  [{ type: 'move', items: 3, status: 'in_progress', progress: 4 }, 'Moving 3 entries to Prints'],
  [{ type: 'delete', items: 3, status: 'stopped', done: 0, failed: 0 }, 'Removing 3 entries'],
  [{ type: 'upload', status: 'error', progress: 4 }, 'Uploading film.mov to Prints'],
  [{ type: 'upload', status: 'interrupted', items: 300, done: 186 }, 'Uploading 300 files to film.mov'],
])('what goes on or was only tried is not told as done: %j', (over, words) => {
  expect(sentence([action(over)], t, prints)).toBe(words);
});

it('what only its title tells is told by it', () => {
  expect(sentence([action({ type: 'other', title: 'Recount' })], t, nowhere)).toBe('Recount');
});
