import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import { noPreview } from '../../../testing/preview';
import type { Entry } from '../queries';
import { entryActions } from './entry-actions';
import { heldByLock, lockReason } from './held-by-lock';

beforeAll(() => startI18n());

function file(over: Partial<Entry> = {}): Entry {
  return {
    ...{ node_id: 1, parent_id: 2, node_type: 'file', entry_type: 'text', name: 'a.txt', size: 1, mime_type: null },
    ...{ modified_at: 0, locked: false, role: 'reader', marks: [], item_count: null, preview: noPreview },
    ...over,
  };
}

const locked = (over: Partial<Entry> = {}) =>
  file({ locked: true, locked_by_name: 'Ana', locked_at: Date.now() / 1000, ...over });
const keys = (...entries: Entry[]) =>
  heldByLock(entryActions, entries).flatMap(({ key, keyOnly }) => (keyOnly ? [] : [key]));

it('names what a lock keeps from its reader, and not what they could not do anyway', () => {
  expect(keys(locked())).toEqual([
    ...['preview', 'download', 'copy_address', 'copy', 'information', 'favourite', 'add_to_collection'],
  ]);
  expect(keys(locked({ role: 'manager' }))).toEqual(
    expect.arrayContaining(['rename', 'move', 'share', 'replace_file']),
  );
  expect(keys(locked({ role: 'manager' }))).not.toContain('remove');
});

it('holds nothing back of what is free, or locked by oneself', () => {
  expect(keys(file())).toEqual([]);
  expect(keys(locked({ is_locked_by_me: true, role: 'writer' }))).toEqual([]);
});

it('says of several which one is in the way', () => {
  expect(keys(file({ node_id: 2 }), locked())).toEqual([
    'download',
    'copy',
    'information',
    'favourite',
    'add_to_collection',
  ]);
  const t = i18next.getFixedT(null, 'content');
  expect(lockReason([file({ node_id: 2 }), locked()], t, 'en')).toMatch(/^a\.txt: Locked by Ana since /);
  expect(lockReason([locked()], t, 'en')).toMatch(/^Locked by Ana since /);
  expect(lockReason([file()], t, 'en')).toBeNull();
});
