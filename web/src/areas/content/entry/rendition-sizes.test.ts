import { describe, expect, it } from 'vitest';
import { choiceFor, type Frame } from './rendition-sizes';

const photo = { width: 6000, height: 4000, scales: false };
const portrait = { width: 3000, height: 4500, scales: false };
const panorama = { width: 12_000, height: 1500, scales: false };
const page = { width: 595, height: 842, scales: true };
const card: Frame = { width: 220, height: 165, fit: 'cover' };

/** As a browser chooses: the narrowest that has enough pixels. */
function chosen(source: Parameters<typeof choiceFor>[0], frame: Frame, density: number) {
  const choice = choiceFor(source, frame);
  const shown = Number.parseFloat(choice?.sizes ?? '');
  const found = choice?.renditions.find(({ width }) => width >= shown * density) ?? choice?.renditions.at(-1);
  return { shown, ...found };
}

describe('what a card chooses', () => {
  it.each([
    ['a photograph', photo, 1, 320],
    ['a photograph', photo, 2, 640],
    ['a photograph', photo, 3, 640],
    ['a portrait', portrait, 1, 320],
    ['a portrait', portrait, 2, 640],
    ['a portrait', portrait, 3, 1280],
    ['a panorama', panorama, 1, 640],
    ['a panorama', panorama, 2, 1280],
    ['a page', page, 2, 640],
  ])('of %s is sharp: %o at density %d', (_, source, density, size) => {
    const found = chosen(source, card, density);
    expect(found.size).toBe(size);
    expect(found.width).toBeGreaterThanOrEqual(found.shown * density);
    // What the frame cuts off is beside it: the short side is sharp, too.
    const height = (found.width ?? 0) * (source.height / source.width);
    expect(height).toBeGreaterThanOrEqual(165 * density);
  });
});

it('a picture is offered no size that it has no pixels for, and a drawing every one', () => {
  const sizes = (width: number, height: number, scales: boolean) =>
    choiceFor({ width, height, scales }, card)?.renditions.map(({ size, width: wide }) => [size, wide]);
  expect(sizes(500, 400, false)).toEqual([
    [96, 120],
    [320, 400],
    [640, 500],
  ]);
  expect(sizes(64, 48, false)).toEqual([[320, 64]]);
  expect(sizes(64, 48, true)).toEqual([
    [96, 128],
    [320, 427],
    [640, 853],
    [1280, 1707],
    [2560, 3413],
  ]);
});

it('a picture over the whole window is as wide as the window lets it be, and not wider than it is', () => {
  expect(choiceFor(photo, 'window')?.sizes).toBe('min(100vw, 150vh, 6000px)');
  expect(choiceFor(page, 'window')?.sizes).toBe('min(100vw, 70.67vh)');
});

it('a contained picture is as wide as its frame leaves it', () => {
  expect(choiceFor(portrait, { width: 330, height: 240, fit: 'contain' })?.sizes).toBe('160px');
});

it.each([
  [null, 10],
  [0, 10],
])('without a shape there is nothing to choose by: %s × %s', (width, height) => {
  expect(choiceFor({ width, height, scales: false }, card)).toBeNull();
});
