import { describe, expect, it } from 'vitest';
import { entryTypes } from '../entry/entry-types';
import { filterOf, readAsked, toggled, withoutFilters } from './search-params';

describe('an address of a search', () => {
  it('is read, and what nobody can have chosen is left out', () => {
    expect(
      readAsked({ term: 2026, type: 'films,round,pictures', by: '7,x,-1', shape: 'square', px: '1200', since: 'now' }),
    ).toEqual({ term: '2026', type: 'pictures,films', by: '7', shape: 'square', px: 1200 });
    expect(readAsked({ by: 12, order: 'best', view: 'list', below: 0 })).toEqual({ by: '12', view: 'list' });
    expect(readAsked({ colour: 'teal,beige,red' })).toEqual({ colour: 'red,teal' });
    expect(readAsked({})).toEqual({});
  });

  it('asks the server for each type of a group', () => {
    expect(
      filterOf(
        { term: 'a', type: 'pictures,films', since: 1, until: 2, by: '3', shape: 'square', below: 4 },
        entryTypes,
      ),
    ).toEqual({ types: 'image,vector,video', since: 1, until: 2, people: '3', orientations: 'square', parent_id: 4 });
    expect(filterOf({ term: 'a', colour: 'teal,red' }, [])).toEqual({ colours: 'teal,red' });
    expect(filterOf({ term: 'a' }, [])).toEqual({});
  });

  it('adds a choice, takes it back, and forgets all', () => {
    expect(toggled(undefined, 'films')).toBe('films');
    expect(toggled('films', 'pictures')).toBe('films,pictures');
    expect(toggled('films', 'films')).toBeUndefined();
    expect(withoutFilters({ term: 'a', type: 'films', px: 3, view: 'list' })).toEqual({ term: 'a', view: 'list' });
  });
});
