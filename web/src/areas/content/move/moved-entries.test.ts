import { expect, it } from 'vitest';
import type { WholeSelection } from '../../../platform/registry/actions';
import { noPreview } from '../../../testing/preview';
import type { Entry } from '../queries';
import { countOf, movedOf, parentsOf, selectionsOf } from './moved-entries';

const entry = (node_id: number, parent_id: number | null = 1): Entry => ({
  ...{ node_id, parent_id, node_type: 'file', entry_type: 'image', name: `${node_id}.jpg`, size: 1 },
  ...{ mime_type: 'image/jpeg', modified_at: 0, locked: false, role: 'writer', marks: [], item_count: null },
  preview: noPreview,
});

const whole: WholeSelection = {
  ...{ parentId: 7, except: [9], asOf: 100, count: 5000, bytes: 0, loaded: false, acts: new Map([['move', 5000]]) },
};

it('many_entries_are_named_in_several_calls', () => {
  const entries = Array.from({ length: 2100 }, (_, index) => entry(index + 1));
  const calls = selectionsOf({ entries, whole: null });
  expect(calls.map(({ node_ids }) => node_ids?.length)).toEqual([1000, 1000, 100]);
  expect(calls.flatMap(({ node_ids }) => node_ids)).toEqual(entries.map(({ node_id }) => node_id));
});

it('a_whole_folder_is_named_by_its_id_with_its_exceptions', () => {
  const moved = movedOf([entry(1), entry(2)], { whole });
  expect(selectionsOf(moved)).toEqual([{ parent_id: 7, except: [9], as_of: 100 }]);
  expect([countOf(moved), [...parentsOf(moved)]]).toEqual([5000, [7]]);
});

it('one_entry_of_a_whole_selection_moves_alone', () => {
  const moved = movedOf([entry(1)], { whole });
  expect([moved.whole, countOf(moved)]).toEqual([null, 1]);
});

it('entries_of_several_folders_leave_all_of_them', () => {
  const moved = movedOf([entry(1, 3), entry(2, 4), entry(3, null)], { whole: null });
  expect([...parentsOf(moved)]).toEqual([3, 4]);
});
