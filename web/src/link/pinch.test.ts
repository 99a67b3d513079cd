import { afterEach, beforeEach, expect, it } from 'vitest';
import { pinch } from './pinch';

let stage: HTMLElement;
let end: () => void;

/** A stage of 400 by 300 around the middle of which points are measured, with a picture that fills it. */
beforeEach(() => {
  stage = document.createElement('div');
  const picture = document.createElement('img');
  stage.append(picture);
  document.body.append(stage);
  const facts = { clientWidth: 400, clientHeight: 300 };
  for (const [key, value] of Object.entries(facts)) Object.defineProperty(stage, key, { value });
  stage.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 300 }) as DOMRect;
  Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 600 } });
  picture.srcset = 'a 400w, b 1600w';
  end = pinch(stage);
});
afterEach(() => {
  end();
  stage.remove();
});

const picture = () => stage.querySelector('img') as HTMLImageElement;
const finger = (type: string, pointerId: number, clientX: number, clientY: number) =>
  stage.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY, bubbles: true }));

it('two fingers zoom around the place between them, and one moves what is zoomed up to its edges', () => {
  finger('pointerdown', 1, 150, 150);
  finger('pointerdown', 2, 250, 150);
  finger('pointermove', 2, 350, 150);
  expect(picture().style.transform).toMatch(/^translate\(50px, 0px\) scale\(2\)$/);
  expect(stage.hasAttribute('data-scrolls')).toBe(true);
  expect(picture().sizes).toBe('800px');
  finger('pointerup', 2, 350, 150);
  finger('pointermove', 1, 9000, 150);
  expect(picture().style.transform).toBe('translate(200px, 0px) scale(2)');
});

it('fingers that come together again show the whole, and swipes are free', () => {
  finger('pointerdown', 1, 100, 150);
  finger('pointerdown', 2, 200, 150);
  finger('pointermove', 2, 400, 150);
  finger('pointermove', 2, 110, 150);
  expect([picture().style.transform, stage.hasAttribute('data-scrolls')]).toEqual(['', false]);
});

it('a double press zooms in and out', () => {
  const press = () => stage.dispatchEvent(new MouseEvent('dblclick', { clientX: 200, clientY: 150, bubbles: true }));
  press();
  expect(picture().style.transform).toBe('translate(0px, 0px) scale(2.5)');
  press();
  expect(picture().style.transform).toBe('');
});

it('once it has ended, nothing is zoomed', () => {
  end();
  stage.dispatchEvent(new MouseEvent('dblclick', { clientX: 200, clientY: 150 }));
  expect(picture().style.transform).toBe('');
});
