import { expect, it } from 'vitest';
import { shownColumns } from './list-columns';

const keys = (width: number, widths = {}) => shownColumns(width, widths).map(({ key }) => key);

it('shows more columns the wider the table is', () => {
  expect(keys(350)).toEqual([]);
  expect(keys(700)).toEqual(['size', 'modified_at']);
  expect(keys(900)).toEqual(['type', 'size', 'modified_at']);
  expect(keys(1200)).toEqual(['type', 'person', 'pixels', 'size', 'modified_at']);
});

it('keeps space for names when somebody makes columns wide', () => {
  expect(keys(1100, { type: 400, person: 400 })).toEqual(['type', 'size', 'modified_at']);
  expect(shownColumns(1200, { type: 200 })[0]).toEqual({ key: 'type', width: 200 });
});
