import { rgbaToThumbHash } from 'thumbhash';
import { expect, it } from 'vitest';
import { isTransparent } from './placeholder';

const ofPixels = (alpha: number) => {
  const pixels = Array.from({ length: 16 }, () => [255, 255, 255, alpha]).flat();
  return btoa(String.fromCharCode(...rgbaToThumbHash(4, 4, pixels)));
};

it.each([
  ['a picture that light comes through', ofPixels(40), true],
  ['one without a gap', ofPixels(255), false],
  ['no picture', null, false],
  ['what is no hash', '%', false],
])('tells from its hash whether a picture is transparent: %s', (_, hash, transparent) => {
  expect(isTransparent(hash)).toBe(transparent);
});
