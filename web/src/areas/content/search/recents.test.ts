import { afterEach, expect, it } from 'vitest';
import { recentsOf, rememberEntry, rememberTerm } from './recents';

const entry = (nodeId: number) => ({ appId: 1, nodeId, name: `file ${nodeId}`, path: null, isFile: true });

afterEach(() => localStorage.clear());

it('the last searches come first, each once, and one replaces the beginning of itself', () => {
  for (const term of ['bea', 'beach', 'dunes', 'beach']) rememberTerm(7, term);
  expect(recentsOf(7).terms).toEqual(['beach', 'dunes']);
  for (const term of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7']) rememberTerm(7, term);
  expect(recentsOf(7).terms).toEqual(['g7', 'f6', 'e5', 'd4', 'c3', 'b2']);
});

it('what was opened is remembered for each person', () => {
  for (const nodeId of [1, 2, 1]) rememberEntry(7, entry(nodeId));
  expect(recentsOf(7).entries.map(({ nodeId }) => nodeId)).toEqual([1, 2]);
  expect(recentsOf(8)).toEqual({ terms: [], entries: [] });
});

it('what cannot be read is nothing', () => {
  localStorage.setItem('search_recents:7', 'not json');
  expect(recentsOf(7)).toEqual({ terms: [], entries: [] });
  localStorage.setItem('search_recents:7', '{"terms":[1,"a"],"entries":[{}]}');
  expect(recentsOf(7)).toEqual({ terms: ['a'], entries: [] });
});
