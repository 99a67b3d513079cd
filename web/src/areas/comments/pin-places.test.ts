import { expect, it } from 'vitest';
import { dropAt, movedBy, pinAt } from './pin-places';

const box = { left: 100, top: 50, width: 400, height: 200 };

it('is the same place of the picture, however large it is shown', () => {
  expect(pinAt(box, { clientX: 200, clientY: 150 })).toEqual({ x: 250, y: 500 });
  const zoomed = { left: -700, top: -350, width: 1600, height: 800 };
  expect(pinAt(zoomed, { clientX: -300, clientY: 50 })).toEqual({ x: 250, y: 500 });
});

it('stays in the picture', () => {
  expect(pinAt(box, { clientX: 0, clientY: 999 })).toEqual({ x: 0, y: 1000 });
  expect(movedBy({ x: 995, y: 5 }, 'ArrowRight', false)).toEqual({ x: 1000, y: 5 });
  expect(movedBy({ x: 995, y: 5 }, 'ArrowUp', true)).toEqual({ x: 995, y: 0 });
});

it('hangs a pin so that the picture does not cut it', () => {
  const lies = (x: number, y: number) => [dropAt({ x, y }).transform, dropAt({ x, y }).borderRadius];
  expect(lies(500, 500)).toEqual(['translate(0%, -100%)', '50% 50% 50% 2px']);
  expect(lies(500, 0)).toEqual(['translate(0%, 0%)', '2px 50% 50% 50%']);
  expect(lies(1000, 500)).toEqual(['translate(-100%, -100%)', '50% 50% 2px 50%']);
  expect(lies(1000, 0)).toEqual(['translate(-100%, 0%)', '50% 2px 50% 50%']);
});

it('leaves other keys alone', () => {
  expect(movedBy({ x: 1, y: 1 }, 'Enter', false)).toBeNull();
});
