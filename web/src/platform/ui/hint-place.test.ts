import { expect, it } from 'vitest';
import { hintPlace } from './hint-place';

const room = { width: 1000, height: 800 };
const hint = { width: 100, height: 26 };
const control = (left: number, top: number) => ({ left, top, width: 36, height: 36 });

it.each([
  ['above the middle of its control', control(400, 300), 'top', { left: 368, top: 269 }],
  ['below a control at the top edge', control(400, 12), 'top', { left: 368, top: 53 }],
  ['inside the window at the left', control(4, 300), 'top', { left: 5, top: 269 }],
  ['inside the window at the right', control(960, 300), 'top', { left: 895, top: 269 }],
  ['to the right of a control in the drawer', control(12, 100), 'right', { left: 53, top: 105 }],
  ['to the left where there is no room at the right', control(900, 100), 'right', { left: 795, top: 105 }],
] as const)('is %s', (_, box, side, place) => {
  expect(hintPlace(box, hint, room, side)).toEqual(place);
});
