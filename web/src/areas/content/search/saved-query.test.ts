import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { askedOf, queryOf } from './saved-query';
import { readAsked } from './search-params';

it('keeps what is asked for, in visible letters of ASCII', () => {
  const filters = { type: 'films,pictures', colour: 'orange,teal', px: 1920 };
  const asked = { term: 'verão & mar', ...filters, order: 'newest' } as const;
  const query = queryOf({ ...asked, view: 'list' });
  expect(query).toMatch(/^[!-~]+$/);
  expect(askedOf(query)).toEqual({ ...asked, type: 'pictures,films' });
});

it('is the same however it was chosen', () => {
  const one = queryOf({ term: ' sea ', type: 'pictures,films', by: '2,10', below: undefined });
  expect(one).toBe(queryOf({ by: '10,2', type: 'films,pictures', term: 'sea', view: 'list' }));
  expect(one).not.toBe(queryOf({ term: 'sea', type: 'films,pictures' }));
});

it.each(['007', '1e5', '2026', 'true', 'null', '"quoted"', '{}'])('comes back through an address: %s', (term) => {
  const query = queryOf({ term, type: 'films' });
  const address = defaultStringifySearch(askedOf(query));
  expect(readAsked(defaultParseSearch(address))).toEqual({ term, type: 'films' });
});
