import { expect, it } from 'vitest';
import { changed, type Item, judged, mayBeTriedAgain, type Room, renamed, withFiles } from './ask-items';

const file = (name: string, size: number) => new File([new Uint8Array(size)], name, { lastModified: 1 });
const room = (over: Partial<Room> = {}): Room => ({
  ...{ extensions: [], files_left: 100, bytes_left: 1000, max_file_bytes: 500 },
  ...over,
});
const told = (items: readonly Item[]) => items.map(({ file: { name }, state, reason }) => [name, reason ?? state]);

it('says from the beginning what cannot be sent', () => {
  const added = [file('a.JPG', 1), file('b.exe', 1), file('c', 1), file('d.jpg', 501)];
  expect(told(withFiles([], added, room({ extensions: ['jpg'] })))).toEqual([
    ['a.JPG', 'chosen'],
    ['b.exe', 'kind'],
    ['c', 'kind'],
    ['d.jpg', 'too_large'],
  ]);
});

it('takes as many files and bytes as there is room for, in their order', () => {
  const four = [file('a', 400), file('b', 400), file('c', 400), file('d', 100)];
  const items = withFiles([], four, room());
  expect(told(items)).toEqual([
    ['a', 'chosen'],
    ['b', 'chosen'],
    ['c', 'bytes'],
    ['d', 'chosen'],
  ]);
  const fewer = items.filter(({ file: { name } }) => name !== 'a');
  expect(told(judged(fewer, room()))).toEqual([
    ['b', 'chosen'],
    ['c', 'chosen'],
    ['d', 'chosen'],
  ]);
  const sent = items.map((item) => (item.file.name === 'a' ? { ...item, state: 'sent' as const } : item));
  expect(told(judged(sent, room()))[2]).toEqual(['c', 'bytes']);
  expect(told(withFiles([], four, room({ files_left: 1 }))).map(([, state]) => state)).toEqual([
    'chosen',
    'files',
    'files',
    'files',
  ]);
});

it('the same file is not taken twice', () => {
  const once = withFiles([], [file('a', 1), file('a', 1)], room());
  expect(withFiles(once, [file('a', 1), file('b', 1)], room()).map((item) => item.file.name)).toEqual(['a', 'b']);
});

it('what a new try may help is offered again', () => {
  const [item] = withFiles([], [file('a', 1)], room());
  if (item === undefined) throw new Error('one was added');
  const failed = (reason: Item['reason']) => changed([item], item.id, { state: 'failed', reason })[0] as Item;
  expect([failed('offline'), failed('other'), failed('kind'), item].map(mayBeTriedAgain)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('a file with a name that no file can have is sent once it has the name that is offered', () => {
  const added = [file('3:1.jpg', 1), file('con.jpg', 1), file('plan.jpg.', 1), file(' fine.jpg', 1), file('a?.exe', 1)];
  const items = withFiles([], added, room({ extensions: ['jpg'] }));
  expect(told(items)).toEqual([
    ['3:1.jpg', 'name'],
    ['con.jpg', 'name'],
    ['plan.jpg.', 'name'],
    [' fine.jpg', 'chosen'],
    ['a?.exe', 'kind'],
  ]);
  const mended = renamed(items, items[0]?.id ?? 0, room());
  expect(told(mended)[0]).toEqual(['3×1.jpg', 'chosen']);
  expect(mended[0]?.file.lastModified).toBe(1);
  expect(told(renamed(mended, items[1]?.id ?? 0, room({ files_left: 1 })))[1]).toEqual(['_con.jpg', 'files']);
});
