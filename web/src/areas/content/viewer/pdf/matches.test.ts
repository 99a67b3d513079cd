import { expect, it } from 'vitest';
import { matchesIn, pageText, pieceAt } from './matches';
import { pageAfter, pagesShown } from './pages';

it.each([
  ['Verão e verao', 'VERÃO', ['Verão', 'verao']],
  ['slow\nmornings', 'slow mornings', ['slow\nmornings']],
  ['ﬁne', 'fin', ['ﬁn']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['anything', '  ', []],
])('%o has %o at %o', (text, term, found) => {
  expect(matchesIn(text, term).map(({ start, end }) => text.slice(start, end))).toEqual(found);
});

it('a match is found again in the pieces of the page', () => {
  const page = pageText([
    { str: 'From the ', hasEOL: false },
    { str: 'hills', hasEOL: true },
    { str: 'to your table', hasEOL: false },
  ]);
  const [match] = matchesIn(page.text, 'hills to');
  expect(pieceAt(page, match?.start ?? -1)).toEqual({ piece: 1, offset: 0 });
  expect(pieceAt(page, (match?.end ?? 0) - 1)).toEqual({ piece: 2, offset: 1 });
});

it('the cover stands alone and other pages stand in pairs', () => {
  const shown = [1, 2, 3, 4, 12].map((page) => pagesShown(page, 12, true));
  expect(shown).toEqual([[1], [2, 3], [2, 3], [4, 5], [12]]);
  expect(pagesShown(3, 12, false)).toEqual([3]);
});

it('a step goes over a whole pair and stays at either end', () => {
  const steps = [pageAfter(2, 12, true, 1), pageAfter(4, 12, true, -1), pageAfter(12, 12, true, 1)];
  expect(steps).toEqual([4, 2, 12]);
  expect([pageAfter(1, 12, false, -1), pageAfter(1, 12, false, 1)]).toEqual([1, 2]);
});
