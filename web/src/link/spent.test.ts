import { expect, it } from 'vitest';
import { openLink } from '../testing/open-link';
import { nothingSpent, spentOf, withDownload } from './spent';

it('a download is counted once, and not again after the link was read anew', () => {
  const [link, again] = [openLink({ downloads_left: 4 }), openLink({ downloads_left: 2 })];
  let spent = withDownload(withDownload(withDownload(nothingSpent(link), 'a'), 'b'), 'a');
  expect([...spent.since]).toEqual(['a', 'b']);
  expect(spentOf(link, spent)).toBe(spent);
  spent = spentOf(again, spent);
  expect(spent.since.size).toBe(0);
  spent = withDownload(withDownload(spent, 'a'), 'c');
  expect([...spent.since]).toEqual(['c']);
});
