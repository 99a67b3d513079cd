import { expect, it } from 'vitest';
import { fitIntoBar } from './bar-fit';

const actions = ['preview', 'download', 'share', 'move', 'copy', 'information', 'rename', 'lock', 'remove'];
const each = (width: number) => actions.map(() => width);

it('what fits is all in the bar', () => {
  expect(fitIntoBar(actions, each(40), 360, 40)).toEqual({ shown: actions, folded: [] });
});

it('on a phone the first and the last are in the bar, and the others in its menu', () => {
  expect(fitIntoBar(actions, each(40), 348, 40)).toEqual({
    shown: ['preview', 'download', 'share', 'move', 'copy', 'information', 'remove'],
    folded: ['rename', 'lock'],
  });
});

it('an action with its word takes more room', () => {
  const widths = each(40).with(0, 120).with(8, 120);
  expect(fitIntoBar(actions, widths, 330, 40).shown).toEqual(['preview', 'download', 'remove']);
});

it('where hardly anything fits, the last one is in the bar', () => {
  expect(fitIntoBar(actions, each(40), 60, 40).shown).toEqual(['remove']);
});
