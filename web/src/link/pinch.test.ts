import { afterEach, beforeEach, expect, it } from 'vitest';
import { pinch } from './pinch';

let stage: HTMLElement;
let end: () => void;

const facts = (of: HTMLElement, values: Record<string, number>) =>
  Object.defineProperties(
    of,
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, configurable: true }])),
  );

/** A stage around the middle of which points are measured, with a picture whose box fills it. */
function laidOut(width: number, height: number, own: { width: number; height: number }) {
  facts(stage, { clientWidth: width, clientHeight: height });
  stage.getBoundingClientRect = () => ({ left: 0, top: 0, width, height }) as DOMRect;
  facts(picture(), { clientWidth: width, clientHeight: height, naturalWidth: own.width, naturalHeight: own.height });
}

beforeEach(() => {
  stage = document.createElement('div');
  stage.append(document.createElement('img'));
  document.body.append(stage);
  laidOut(400, 300, { width: 800, height: 600 });
  picture().srcset = 'a 400w, b 1600w';
  picture().sizes = '100vw';
  end = pinch(stage);
});
afterEach(() => {
  end();
  stage.remove();
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
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

const press = (clientX: number, clientY: number) =>
  stage.dispatchEvent(new MouseEvent('dblclick', { clientX, clientY, bubbles: true }));

it('a double press zooms in, with sharper pixels, and out', () => {
  press(200, 150);
  expect(picture().style.transform).toBe('translate(0px, 0px) scale(2.5)');
  expect(picture().sizes).toBe('1000px');
  press(200, 150);
  expect(picture().style.transform).toBe('');
  expect(picture().sizes).toBe('100vw');
});

it('a small picture is zoomed from the size that it is drawn at, and asks for no more pixels than it has', () => {
  laidOut(1200, 800, { width: 400, height: 300 });
  picture().style.objectFit = 'scale-down';
  picture().srcset = 'a 400w';
  picture().sizes = '400px';
  press(700, 400);
  expect(picture().style.transform).toBe('translate(0px, 0px) scale(2.5)');
  expect(picture().sizes).toBe('400px');
});

/** Whether the picture has used a turn of the wheel, which does not scroll the page then. */
function turns(init: WheelEventInit = {}): boolean {
  const event = new WheelEvent('wheel', { deltaY: -300, cancelable: true, bubbles: true, ...init });
  // An event of the tests does not take it from the init.
  Object.defineProperty(event, 'ctrlKey', { value: init.ctrlKey ?? false });
  stage.dispatchEvent(event);
  return event.defaultPrevented;
}

it('the wheel scrolls the page over a whole picture, and zooms with the key, or once it is zoomed', () => {
  expect(turns()).toBe(false);
  expect(picture().style.transform).toBe('');
  expect(turns({ ctrlKey: true })).toBe(true);
  expect(stage.hasAttribute('data-scrolls')).toBe(true);
  expect(turns()).toBe(true);
});

it('in the viewer the wheel zooms at once', () => {
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.append(stage);
  expect(turns()).toBe(true);
  expect(stage.hasAttribute('data-scrolls')).toBe(true);
});

it('once it has ended, nothing is zoomed', () => {
  end();
  stage.dispatchEvent(new MouseEvent('dblclick', { clientX: 200, clientY: 150 }));
  expect(picture().style.transform).toBe('');
});
