import { expect, it, vi } from 'vitest';
import type { Chosen } from './dropped-files';
import { nameKey } from './name-key';
import { type Answer, type Conflict, type StartCalls, startUpload } from './start-upload';

const target = { appId: 1, nodeId: 100, name: 'Summer' };
const chosen = (...paths: string[]): Chosen => ({
  files: paths.map((path) => {
    const parts = path.split('/');
    return { file: new File(['x'], parts.at(-1) ?? ''), folders: parts.slice(0, -1) };
  }),
  emptyFolders: [],
});

const existing = (name: string) => ({
  ...{ nodeId: 7, bytes: 10, modifiedAt: 20, mayReplace: !name.startsWith('locked') },
  ...(name.startsWith('half') && { bytes: null, mayReplace: false, interruptedBy: 'quiet' }),
});

/**
 * A server with the folder "Trip" (id 200) and the files given as "folder id:name"; of those called "half…" an
 * interrupted upload has sent only a part.
 */
function server(files: string[], answer: Answer = 'keepBoth') {
  const asked: Conflict[][] = [];
  const made: string[] = [];
  const groups: string[] = [];
  const ended: string[] = [];
  const held = new Set([...files, '100:trip'].map(nameKey));
  const calls: StartCalls = {
    takenNames: async (folder, names) =>
      new Map(
        names
          .map(nameKey)
          .filter((name) => held.has(`${folder}:${name}`))
          .map((name) => [name, existing(name)]),
      ),
    endInterrupted: async (action) => {
      ended.push(action);
    },
    findFolder: vi.fn(async () => 200),
    createFolder: async (parent, name) => {
      made.push(`${parent}:${name}`);
      return 300 + made.length;
    },
    createGroup: async (folder, title, files) => {
      groups.push(`${folder}:${title}:${files}`);
      return 'group';
    },
    ask: async (conflicts) => {
      asked.push([...conflicts]);
      return answer;
    },
    now: () => 5,
  };
  return { calls, asked, made, groups, ended };
}

const placed = (started: Awaited<ReturnType<typeof startUpload>>) =>
  started?.uploads.map(({ upload }) => `${upload.parentId}:${upload.name}`);

it('makes_folders_that_are_missing_and_merges_into_those_that_exist', async () => {
  const { calls, made } = server([]);
  const started = await startUpload(target, chosen('a.jpg', 'Trip/b.jpg', 'Trip/Day 1/c.jpg'), calls);
  expect(made).toEqual(['200:Day 1']);
  expect(placed(started)).toEqual(['100:a.jpg', '200:b.jpg', '301:c.jpg']);
});

it.each([
  [['Trip/b.jpg', 'Trip/Day 1/c.jpg'], 200],
  [['New/b.jpg', 'New/Day 1/c.jpg'], 301],
  [['New/Day 1/c.jpg'], 301],
  [['a.jpg', 'Trip/b.jpg'], undefined],
  [['New/b.jpg', 'Trip/b.jpg'], undefined],
  [['a.jpg'], undefined],
])('knows_the_one_folder_that_all_of_it_came_in: %j', async (paths, folder) => {
  const { calls } = server([]);
  const started = await startUpload(target, chosen(...paths), calls);
  expect(started?.uploads.map(({ upload }) => upload.groupFolderId)).toEqual(paths.map(() => folder));
});

it('asks_about_existing_and_repeated_names_and_keeps_both_under_a_free_name', async () => {
  const { calls, asked } = server(['100:a.jpg', '200:b.jpg']);
  const started = await startUpload(target, chosen('a.jpg', 'A.jpg', 'Trip/b.jpg', 'c.jpg'), calls);
  expect(asked).toMatchObject([
    [
      { path: '', name: 'a.jpg', kind: 'exists', existing: { nodeId: 7, bytes: 10, modifiedAt: 20 } },
      { path: '', name: 'A.jpg', kind: 'duplicate', existing: null },
      { path: 'Trip', name: 'b.jpg', kind: 'exists', existing: { nodeId: 7, bytes: 10, modifiedAt: 20 } },
    ],
  ]);
  expect(placed(started)).toEqual(['100:a (2).jpg', '100:A (3).jpg', '200:b (2).jpg', '100:c.jpg']);
});

it.each([2, 3, 12])('keeps_both_when_numbers_up_to_%i_are_taken_too', async (highest) => {
  const numbered = Array.from({ length: highest - 1 }, (_, more) => `a (${more + 2}).jpg`);
  const { calls, asked } = server(['100:a.jpg', ...numbered.map((name) => `100:${name}`)]);
  const started = await startUpload(target, chosen('a.jpg', 'b.jpg', 'A.jpg'), calls);
  expect(placed(started)).toEqual([`100:a (${highest + 1}).jpg`, '100:b.jpg', `100:A (${highest + 2}).jpg`]);
  expect(asked).toHaveLength(1);
});

it('skips_what_exists', async () => {
  const { calls } = server(['100:a.jpg'], 'skip');
  const started = await startUpload(target, chosen('a.jpg', 'b.jpg', 'b.jpg'), calls);
  expect(placed(started)).toEqual(['100:b.jpg']);
  expect(started?.skipped).toBe(2);
});

it('replaces what exists, and keeps both of what cannot be replaced or was chosen twice', async () => {
  const { calls, asked } = server(['100:a.jpg', '100:locked.jpg', '200:b.jpg'], 'replace');
  const started = await startUpload(target, chosen('a.jpg', 'A.jpg', 'locked.jpg', 'Trip/b.jpg', 'Trip/c.jpg'), calls);
  expect(asked).toHaveLength(1);
  expect(started?.uploads.map(({ upload }) => [upload.parentId, upload.name, upload.replaces])).toEqual([
    [100, 'a.jpg', 7],
    [200, 'b.jpg', 7],
    [100, 'A (2).jpg', undefined],
    [100, 'locked (2).jpg', undefined],
    [200, 'c.jpg', undefined],
  ]);
  expect(started?.skipped).toBe(0);
});

it('a new version of a file keeps the name of the file, and nothing is asked', async () => {
  const { calls, asked, groups } = server(['100:other name.png']);
  const replacing = { ...target, name: 'plan.jpg', replaces: { nodeId: 9, name: 'plan.jpg' } };
  const started = await startUpload(replacing, chosen('other name.png'), calls);
  expect(started?.uploads.map(({ upload }) => upload)).toMatchObject([
    { parentId: 100, name: 'plan.jpg', replaces: 9, size: 1, groupTitle: 'plan.jpg' },
  ]);
  expect(groups).toEqual(['100:plan.jpg:1']);
  expect(asked).toEqual([]);
});

it('a file of which only a part was sent is not asked about: its upload ends, and another has its name', async () => {
  const { calls, asked, ended, groups } = server(['100:half.bin', '100:half too.bin']);
  const started = await startUpload(target, chosen('half.bin', 'half too.bin'), calls);
  expect(asked).toEqual([]);
  expect(ended).toEqual(['quiet']);
  expect(placed(started)).toEqual(['100:half.bin', '100:half too.bin']);
  expect(groups).toEqual(['100:Summer:2']);
});

it('among existing files that are skipped, one of which only a part was sent is sent', async () => {
  const { calls, asked, ended } = server(['200:half.bin', '200:b.jpg'], 'skip');
  const started = await startUpload(target, chosen('Trip/half.bin', 'Trip/b.jpg'), calls);
  expect(asked.flat().map(({ name }) => name)).toEqual(['b.jpg']);
  expect(ended).toEqual(['quiet']);
  expect(placed(started)).toEqual(['200:half.bin']);
});

it('a cancel lets an interrupted upload be', async () => {
  const { calls, ended } = server(['100:half.bin', '100:a.jpg'], 'cancel');
  expect(await startUpload(target, chosen('half.bin', 'a.jpg'), calls)).toBeNull();
  expect(ended).toEqual([]);
});

it('a_cancel_leaves_the_folder_as_it_was', async () => {
  const { calls, made } = server(['100:a.jpg'], 'cancel');
  expect(await startUpload(target, chosen('a.jpg', 'New/b.jpg'), calls)).toBeNull();
  expect(made).toEqual([]);
});

it('450 files are one upload', async () => {
  const { calls, groups } = server([]);
  const names = Array.from({ length: 450 }, (_, index) => `Campaign/${index}.jpg`);
  const started = await startUpload(target, chosen(...names), calls);
  expect(groups).toEqual(['100:Campaign:450']);
  expect(new Set(started?.uploads.map(({ upload }) => upload.groupId))).toEqual(new Set(['group']));
});

it('a name that no entry can have fails at once, and the others go on', async () => {
  const { calls, groups } = server([]);
  const started = await startUpload(target, chosen('why?.jpg', 'b.jpg'), calls);
  expect(started?.uploads.map(({ upload }) => [upload.name, upload.state, upload.reason])).toEqual([
    ['why?.jpg', 'failed', 'name'],
    ['b.jpg', 'waiting', null],
  ]);
  expect(groups).toEqual(['100:Summer:2']);
});
