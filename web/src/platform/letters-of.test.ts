import { expect, it } from 'vitest';
import { lettersOf } from './letters-of';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

it.each([
  ['UTF-8', bytes(0x61, 0xc3, 0xa7), 'aç'],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x61), 'a'],
  ['UTF-8 that is cut inside a letter', bytes(0x61, 0xc3), 'a'],
  ['UTF-16 with a mark', bytes(0xff, 0xfe, 0x61, 0x00), 'a'],
  ['the encoding of old Windows programs', bytes(0x61, 0xe7, 0x61), 'aça'],
])('a text in %s is read', (_, given, letters) => {
  expect(lettersOf(given)).toBe(letters);
});
