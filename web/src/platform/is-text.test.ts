import { expect, it } from 'vitest';
import { isText } from './is-text';

it.each([
  ['text/plain', true],
  ['text/html', true],
  ['text/javascript', true],
  ['application/xml', true],
  ['application/json', true],
  ['image/svg+xml', false],
  ['application/rtf', false],
  ['application/octet-stream', false],
  [null, false],
] as const)('%s is read as letters: %s', (mime, wanted) => {
  expect(isText(mime)).toBe(wanted);
});
