import { expect, it } from 'vitest';
import { addressOf, shownBy } from './address';

it('an address leads back to the theme and the scheme that it was made of', () => {
  expect(shownBy(addressOf({ theme: 3, scheme: 'dark' }))).toEqual({ theme: 3, scheme: 'dark' });
});

it('an address that names no theme of ours shows the first one in light', () => {
  expect(shownBy('?theme=99&scheme=blue')).toEqual({ theme: 0, scheme: 'light' });
  expect(shownBy('')).toEqual({ theme: 0, scheme: 'light' });
});
