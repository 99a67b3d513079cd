import { expect, it } from 'vitest';
import { addressOf, placeAt } from './place';

it.each([
  ['', '', { folder: null, node: null }],
  ['?folder=12', '', { folder: 12, node: null }],
  ['?folder=12', '#7', { folder: 12, node: 7 }],
  ['?folder=x', '#-3', { folder: null, node: null }],
  ['?folder=0', '#1.5', { folder: null, node: null }],
])('%s%s is a place', (search, hash, place) => {
  expect(placeAt({ search, hash })).toEqual(place);
});

it('has an address for each place', () => {
  history.replaceState(null, '', '/l/abc?folder=3#4');
  expect(addressOf({ folder: 12, node: 7 })).toBe('/l/abc?folder=12#7');
  expect(addressOf({ folder: null, node: null })).toBe('/l/abc');
});
