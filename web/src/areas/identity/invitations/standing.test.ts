import { expect, it } from 'vitest';
import { standings } from './standing';

it.each([
  [{ inGroup: false, mayMakeAdmin: false }, ['member']],
  [{ inGroup: true, mayMakeAdmin: false }, ['member', 'manager']],
  [{ inGroup: false, mayMakeAdmin: true }, ['member', 'admin']],
  [{ inGroup: true, mayMakeAdmin: true }, ['member', 'manager', 'admin']],
])('at %o one may be %o', (place, wanted) => {
  expect(standings(place)).toEqual(wanted);
});
