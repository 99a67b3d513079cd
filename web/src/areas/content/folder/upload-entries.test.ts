import { expect, it } from 'vitest';
import { newUpload } from '../../../platform/uploads/new-upload';
import { emptyQueue, reduceQueue, type Upload } from '../../../platform/uploads/upload-queue';
import { noPreview } from '../../../testing/preview';
import type { Entry } from '../queries';
import { isUpload, uploadIdOf, uploadsIn, withUploads } from './upload-entries';

function entry(node_id: number, name: string, over: Partial<Entry> = {}): Entry {
  return {
    ...{ node_id, node_type: 'file', entry_type: 'jpeg', parent_id: 3, name, role: 'writer', locked: false },
    ...{ marks: [], item_count: null, size: node_id, mime_type: null, modified_at: node_id, preview: noPreview },
    ...over,
  };
}

function upload(name: string, over: Partial<Upload> = {}): Upload {
  const begun = { groupId: 'g', groupTitle: 'Summer', appId: 1, parentId: 3, name, size: 15, createdAt: 15 };
  return { ...newUpload(begun), ...over };
}

const there = [entry(1, 'Zoo', { node_type: 'folder' }), entry(10, 'alpha.jpg'), entry(20, 'Gamma.jpg')];
const names = (entries: readonly Entry[]) => entries.map(({ name }) => name);

it.each([
  ['name', ['Zoo', 'alpha.jpg', 'Beta.jpg', 'Gamma.jpg']],
  ['size', ['Zoo', 'alpha.jpg', 'Beta.jpg', 'Gamma.jpg']],
  ['-modified_at', ['Zoo', 'Beta.jpg', 'alpha.jpg', 'Gamma.jpg']],
] as const)('an upload is where its entry will be, by %s', (order, listed) => {
  expect(names(withUploads(there, [upload('Beta.jpg')], order, false))).toEqual(listed);
});

it('an upload is among numbers by its value, and beside its like whatever its accents', () => {
  const listed = [entry(1, 'Água 2.jpg'), entry(2, 'agua 10.jpg'), entry(3, 'zebra.jpg')];
  const coming = [upload('ícone.jpg'), upload('água 9.jpg'), upload('Água 11.jpg')];
  const rising = ['Água 2.jpg', 'água 9.jpg', 'agua 10.jpg', 'Água 11.jpg', 'ícone.jpg', 'zebra.jpg'];
  expect(names(withUploads(listed, coming, 'name', false))).toEqual(rising);
  expect(names(withUploads(listed.toReversed(), coming, '-name', false))).toEqual(rising.toReversed());
});

it('an upload has no date yet, and is behind the photographs that have one', () => {
  const taken = (taken_at: number) => ({ preview: { ...noPreview, taken_at } });
  const dated = [entry(30, 'new name.jpg', taken(5)), entry(1, 'later.jpg', taken(40))];
  const [early, late] = [entry(10, 'words.txt'), entry(90, 'more.txt')];
  const rising = ['new name.jpg', 'later.jpg', 'words.txt', 'Beta.jpg', 'more.txt'];
  expect(names(withUploads([...dated, early, late], [upload('Beta.jpg')], 'taken_at', false))).toEqual(rising);
  const falling = ['later.jpg', 'new name.jpg', 'more.txt', 'Beta.jpg', 'words.txt'];
  const listed = [...dated.toReversed(), late, early];
  expect(names(withUploads(listed, [upload('Beta.jpg')], '-taken_at', false))).toEqual(falling);
});

it('an upload that comes after the loaded entries is shown when they are all loaded', () => {
  expect(names(withUploads(there, [upload('z.jpg')], 'name', true))).not.toContain('z.jpg');
  expect(names(withUploads(there, [upload('z.jpg')], 'name', false)).at(-1)).toBe('z.jpg');
});

it('an upload whose entry is there is that entry', () => {
  const ticket = { url: '', callback: '', nodeId: 10, parentExternalId: '3', name: 'alpha.jpg', bgActionId: 'b' };
  expect(withUploads(there, [upload('alpha.jpg', { state: 'done', ticket })], 'name', false)).toEqual(there);
});

it('an upload that was not answered yet is the entry that the server told of', () => {
  const told = [...there, entry(15, 'Beta.jpg')];
  expect(withUploads(told, [upload('Beta.jpg', { state: 'sending' })], 'name', false)).toEqual(told);
  expect(withUploads(told, [upload('Beta.jpg', { state: 'sending', size: 16 })], 'name', false)).toHaveLength(5);
});

it('a stand-in is told from an entry, and leads back to its upload', () => {
  const one = upload('Beta.jpg', { id: '0zk3f8a1b' });
  const [standIn] = withUploads([], [one], 'name', false);
  expect(standIn && isUpload(standIn) && uploadIdOf(standIn.node_id)).toBe('0zk3f8a1b');
  expect(isUpload(entry(1, 'a'))).toBe(false);
});

it('a new version of a file has no card of its own', () => {
  const uploads = [upload('a.jpg'), upload('b.jpg', { replaces: 20 })];
  expect(names(uploadsIn(reduceQueue(emptyQueue, { type: 'added', uploads }), 3) as never)).toEqual(['a.jpg']);
});

it('what failed has no card, and other folders have their own', () => {
  const uploads = [upload('a.jpg'), upload('b.jpg', { state: 'failed' }), upload('c.jpg', { parentId: 4 })];
  expect(names(uploadsIn(reduceQueue(emptyQueue, { type: 'added', uploads }), 3) as never)).toEqual(['a.jpg']);
});
