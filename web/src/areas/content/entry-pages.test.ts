import { expect, it } from 'vitest';
import { noPreview } from '../../testing/preview';
import { changeEntries, type EntryPages, flatten, withoutEntries } from './entry-pages';
import type { Entry } from './queries';

const entry = (node_id: number): Entry => ({
  node_id,
  parent_id: 1,
  node_type: 'file',
  entry_type: 'image',
  name: `${node_id}.jpg`,
  size: 1,
  mime_type: 'image/jpeg',
  modified_at: 0,
  locked: false,
  role: 'reader',
  marks: [],
  item_count: null,
  preview: noPreview,
});

const pages: EntryPages = {
  pages: [
    { items: [entry(10), entry(11)], next: 'a', total: 3 },
    { items: [entry(12)], next: null, total: null },
  ],
  pageParams: [null, 'a'],
};

it('changing_one_entry_leaves_the_other_pages_as_they_were', () => {
  const next = changeEntries(pages, new Map([[12, (one: Entry) => ({ ...one, name: 'new.jpg' })]]));
  expect(flatten(next).map((one) => one.name)).toEqual(['10.jpg', '11.jpg', 'new.jpg']);
  expect(next.pages[0]).toBe(pages.pages[0]);
  expect(changeEntries(pages, new Map([[99, (one: Entry) => one]]))).toBe(pages);
});

it('removing_entries_lowers_the_total', () => {
  const next = withoutEntries(pages, new Set([10, 12, 99]));
  expect(flatten(next).map((one) => one.node_id)).toEqual([11]);
  expect(next.pages.map((page) => page.total)).toEqual([1, null]);
  expect(withoutEntries(pages, new Set([99]))).toBe(pages);
});

it('a_total_that_was_not_counted_to_its_end_stays_as_it_is', () => {
  const page = { items: [entry(10), entry(11)], next: 'a', total: 61_001, total_at_least: true };
  const many: EntryPages = { ...pages, pages: [page] };
  expect(withoutEntries(many, new Set([10])).pages[0]?.total).toBe(61_001);
});
