import { expect, it } from 'vitest';
import { folded } from './folds';
import type { LogEntry } from './use-log-words';

function entry(audit_id: number, what: string, users_id = 1): LogEntry {
  return {
    ...{ audit_id, what, users_id, changes: [], at: 1, name: 'Ana', email: null, session_id: null },
    ...{ object_id: audit_id, object_kind: 'node', object_title: 'a.jpg', hidden: false, origin: '10.0.0.1' },
    ...{ moved: null, hash: 'abc', tenant_id: 1, tenant_title: 'Casa Lumen' },
  };
}

const counts = (...entries: LogEntry[]) =>
  folded(entries, ({ what }) => what).map((fold) => [fold.first.audit_id, fold.entries.length]);

it('folds_equal_entries_that_follow_one_another', () => {
  const [up, sign] = ['file_upload', 'sign_in'];
  expect(counts(entry(9, up), entry(8, up), entry(7, up), entry(6, sign), entry(5, up))).toEqual([
    [9, 3],
    [6, 1],
    [5, 1],
  ]);
});

it('leaves_two_and_what_others_did_apart', () => {
  const up = 'file_upload';
  expect(counts(entry(9, up), entry(8, up), entry(7, up, 2))).toEqual([
    [9, 1],
    [8, 1],
    [7, 1],
  ]);
});
