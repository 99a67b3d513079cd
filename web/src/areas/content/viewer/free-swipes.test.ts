import { expect, it } from 'vitest';
import { leavesFree } from './free-swipes';

const table = { scrollWidth: 900, clientWidth: 390, scrollHeight: 2000, clientHeight: 600 };

it.each([
  ['at its beginning', 0, 0, ['previous', 'close']],
  ['in its middle', 200, 700, []],
  ['at its end', 510, 1399.5, ['next', 'details']],
])('a text that scrolls both ways, %s, leaves free what would not scroll it', (_, scrollLeft, scrollTop, free) => {
  const swipes = ['next', 'previous', 'close', 'details'] as const;
  expect(swipes.filter((swipe) => leavesFree(swipe, { ...table, scrollLeft, scrollTop }))).toEqual(free);
});

it('a text that only scrolls down leaves both ways aside free', () => {
  const letter = { ...table, scrollWidth: 390, scrollLeft: 0, scrollTop: 700 };
  expect([leavesFree('next', letter), leavesFree('previous', letter)]).toEqual([true, true]);
});
