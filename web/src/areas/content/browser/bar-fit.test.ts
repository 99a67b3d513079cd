import { expect, it } from 'vitest';
import { fitIntoBar } from './bar-fit';

const actions = ['preview', 'download', 'share', 'move', 'copy', 'information', 'rename', 'lock', 'remove'];
const icons = { actions: actions.map(() => 40), icon: 40, menu: 40 };
const words = { ...icons, actions: actions.map((_, at) => (at < 2 || at === 8 ? 120 : 40)) };

it('what fits is all in the bar, with its words', () => {
  expect(fitIntoBar(actions, words, 600)).toEqual({ shown: actions, folded: [], compact: false });
});

it('what has no room beside its words is in the menu, and the last is in the bar', () => {
  expect(fitIntoBar(actions, words, 599)).toEqual({
    shown: ['preview', 'download', 'share', 'move', 'copy', 'information', 'remove'],
    folded: ['rename', 'lock'],
    compact: false,
  });
});

it('the words stand below before most actions go', () => {
  const wide = { ...words, actions: actions.map(() => 120) };
  expect(fitIntoBar(actions, wide, 590)).toEqual({ shown: actions, folded: [], compact: true });
  expect(fitIntoBar(actions, wide, 360)).toEqual({ shown: actions, folded: [], compact: true });
});

it('on a phone the first and the last are in the bar, and the others in its menu', () => {
  expect(fitIntoBar(actions, icons, 327)).toEqual({
    shown: ['preview', 'download', 'share', 'move', 'copy', 'information', 'remove'],
    folded: ['rename', 'lock'],
    compact: true,
  });
});

it('where hardly anything fits, the last one is in the bar', () => {
  expect(fitIntoBar(actions, icons, 60).shown).toEqual(['remove']);
});
