import { describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import type { ActionContext, EntryAction } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import { noPreview } from '../../../testing/preview';
import type { Entry } from '../queries';
import { entryActions } from './entry-actions';
import { heldBackForSelection, offered, offeredForSelection, runOnSelection } from './offered';

function entry(over: Partial<Entry> = {}): Entry {
  return {
    node_id: 1,
    parent_id: 2,
    node_type: 'file',
    entry_type: 'image',
    name: 'a.jpg',
    size: 1,
    mime_type: 'image/jpeg',
    modified_at: 0,
    locked: false,
    role: 'manager',
    marks: [],
    item_count: null,
    preview: noPreview,
    ...over,
  };
}

/** What menus show of them. */
const keys = (entries: Entry[], allowed: string[] | null = null) =>
  offered(entryActions, entries, allowed && new Set(allowed)).flatMap(({ key, keyOnly }) => (keyOnly ? [] : [key]));

describe('offered', () => {
  const all = [
    ...['preview', 'download', 'share', 'move', 'copy', 'replace_file', 'information', 'favourite'],
    ...['add_to_collection', 'rename', 'lock', 'set_icon', 'remove'],
  ];

  it.each<[string, Entry, string[]]>([
    ['a file of mine', entry(), all],
    [
      'a file to read',
      entry({ role: 'reader' }),
      ['preview', 'download', 'copy_address', 'copy', 'information', 'favourite', 'add_to_collection'],
    ],
    [
      'a picture of mine',
      entry({ preview: { ...noPreview, status: 'ready' } }),
      [
        ...['preview', 'download', 'download_as', 'share', 'move', 'copy', 'replace_file', 'information'],
        ...['favourite', 'add_to_collection', 'rename', 'lock', 'set_icon', 'use_as_cover', 'remove'],
      ],
    ],
    [
      'a folder of mine',
      entry({ node_type: 'folder' }),
      [
        ...['open', 'download', 'download_as', 'share', 'ask_for_files', 'move', 'copy', 'information', 'favourite'],
        ...['add_to_collection', 'rename', 'lock', 'choose_cover', 'set_icon', 'remove'],
      ],
    ],
    [
      'a folder to write to',
      entry({ node_type: 'folder', role: 'writer' }),
      [
        ...['open', 'download', 'download_as', 'copy_address', 'ask_for_files', 'move', 'copy', 'information'],
        ...['favourite'],
        ...['add_to_collection', 'rename', 'lock', 'choose_cover', 'set_icon', 'remove'],
      ],
    ],
    [
      'a folder to read',
      entry({ node_type: 'folder', role: 'reader' }),
      [
        ...['open', 'download', 'download_as', 'copy_address', 'copy', 'information', 'favourite'],
        ...['add_to_collection'],
      ],
    ],
    [
      'a repository',
      entry({ node_type: 'repository' }),
      [
        ...['open', 'find_equal', 'download', 'share', 'ask_for_files', 'information', 'favourite'],
        ...['choose_cover', 'set_icon'],
      ],
    ],
    ['a locked file', entry({ locked: true }), ['unlock', 'remove']],
    ['a locked file to write to', entry({ locked: true, role: 'writer' }), ['remove']],
    [
      'a file that the user has locked',
      entry({ locked: true, is_locked_by_me: true, role: 'writer' }),
      [
        ...['preview', 'download', 'copy_address', 'move', 'copy', 'replace_file', 'information', 'favourite'],
        ...['add_to_collection', 'rename', 'unlock', 'set_icon', 'remove'],
      ],
    ],
    ['a locked file to read', entry({ locked: true, role: 'reader' }), []],
    ['a traversable folder', entry({ node_type: 'folder', role: null }), ['open']],
    ['a traversable file', entry({ role: null }), []],
  ])('on %s', (_, one, expected) => {
    expect(keys([one])).toEqual(expected);
  });

  it('on several only what fits all of them', () => {
    expect(keys([entry(), entry({ node_id: 2 })])).toEqual([
      'download',
      'share',
      'move',
      'copy',
      'information',
      'favourite',
      'add_to_collection',
      'rename',
      'remove',
    ]);
    expect(keys([entry(), entry({ node_type: 'folder' })])).toEqual([
      'download',
      'download_as',
      'share',
      'move',
      'copy',
      'information',
      'favourite',
      'add_to_collection',
      'rename',
      'remove',
    ]);
    expect(keys([entry(), entry({ role: 'writer' })])).toEqual([
      'download',
      'move',
      'copy',
      'information',
      'favourite',
      'add_to_collection',
      'rename',
      'remove',
    ]);
    expect(keys([entry(), entry({ role: 'reader' })])).toEqual([
      'download',
      'copy',
      'information',
      'favourite',
      'add_to_collection',
    ]);
    expect(keys([entry(), entry({ locked: true })])).toEqual(['remove']);
  });

  it.each([
    ['too_slow', true],
    [null, true],
    ['unreadable', false],
    ['password', false],
  ] as const)('another try of a picture that failed (%s) only if it may end otherwise', (reason, offers) => {
    const failed = entry({ role: 'reader', preview: { ...noPreview, status: 'error', reason } });
    expect(keys([failed]).includes('retry_preview')).toBe(offers);
    expect(keys([{ ...failed, preview: { ...failed.preview, status: 'generating_preview' } }])).not.toContain(
      'retry_preview',
    );
    expect(keys([failed], ['download'])).toEqual(['download', 'favourite', 'add_to_collection']);
  });

  it('never what the server did not list', () => {
    // A star needs no act, and neither does a collection.
    expect(keys([entry()], ['download'])).toEqual(['download', 'favourite', 'add_to_collection']);
    expect(keys([entry({ node_type: 'folder' })], [])).toEqual(['open', 'favourite', 'add_to_collection']);
  });
});

it('what a reader has to ask for is neither downloaded nor copied', () => {
  const asked = toAsk({ node_id: 5, name: 'Office' });
  expect(keys([asked])).toEqual(['preview', 'copy_address', 'information', 'favourite', 'add_to_collection']);
  expect(keys([asked, entry({ node_id: 2, role: 'reader' })])).not.toContain('download');
});

function toAsk(of: { node_id: number; name: string } | null, node_id = 1) {
  return entry({ node_id, role: 'reader', download_request: { of, waits: false, asked: null, others: false } });
}

it('a writer is told that managers share, where nothing else keeps them from it', async () => {
  await startI18n();
  const held = (...entries: Entry[]) =>
    heldBackForSelection(entryActions, entries, { whole: null }).map(({ key }) => key);
  const mine = entry({ role: 'writer' });
  expect(held(mine)).toEqual(['share']);
  expect(held(mine, entry({ node_id: 2 }))).toEqual(['share']);
  expect(held(entry())).toEqual([]);
  expect(held(entry({ role: 'reader' }), mine)).toEqual([]);
  expect(held(entry({ role: 'writer', locked: true, is_locked_by_me: false }))).toEqual([]);
  const said = vi.spyOn(notify, 'info').mockImplementation(() => undefined);
  const [share] = entryActions.filter(({ key }) => key === 'share') as [EntryAction];
  runOnSelection(share, [mine], { whole: null } as ActionContext);
  expect(said).toHaveBeenCalledWith('Only managers share it. Ask one of them, or copy its address.');
  said.mockRestore();
});

describe('several, some of which have to be asked for', () => {
  const some = [toAsk({ node_id: 5, name: 'Office' }), toAsk({ node_id: 6, name: 'Studio' }, 2)];
  const none = { whole: null };
  const [download] = entryActions.filter(({ key }) => key === 'download') as [EntryAction];

  it('wait, and say why', () => {
    expect(heldBackForSelection(entryActions, some, none).map(({ key }) => key)).toEqual([
      ...['download', 'copy', 'copy_keep'],
    ]);
    const said = vi.spyOn(notify, 'info').mockImplementation(() => undefined);
    runOnSelection(download, some, none as ActionContext);
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });

  it('wait for nothing where an area asks for all of them', () => {
    const run = vi.fn();
    const ask: EntryAction = { ...download, key: 'ask', inPlaceOf: 'download', fits: () => true, run };
    expect(heldBackForSelection([...entryActions, ask], some, none)).toEqual([]);
    runOnSelection(ask, some, none as ActionContext);
    expect(run).toHaveBeenCalledOnce();
  });

  it('are copied with others, and named as what was not', () => {
    const others = [toAsk(null), entry({ node_id: 2, role: 'reader' })];
    expect(keys(others)).toContain('copy');
    expect(keys(others)).not.toContain('download');
  });
});

describe('everything in a folder', () => {
  const acts = new Map([
    ['download', 240],
    ['information', 240],
    ['remove', 240],
  ]);
  const whole = { parentId: 2, except: [], asOf: 1, count: 240, bytes: 240, loaded: false, acts };
  const two = [entry(), entry({ node_id: 2 })];
  const names = (actions: { key: string }[]) => actions.map(({ key }) => key);

  it('offers what can be done to all of it, and holds back what fits but cannot', () => {
    const shared = { whole: { ...whole, acts: new Map([...acts, ['grant_access', 240]]) } };
    expect(names(offeredForSelection(entryActions, two, shared))).toEqual([
      'download',
      'download_as',
      'information',
      'favourite',
      'add_to_collection',
      'remove',
    ]);
    expect(names(heldBackForSelection(entryActions, two, shared))).toEqual(['share']);
  });

  it('says how many a link takes before anything begins', async () => {
    await startI18n();
    const said = vi.spyOn(notify, 'info').mockImplementation(() => undefined);
    const [share] = entryActions.filter(({ key }) => key === 'share') as [EntryAction];
    runOnSelection(share, two, { whole } as unknown as ActionContext);
    const words = 'A link takes up to 200 entries. Select fewer, or share their folder.';
    expect(said).toHaveBeenCalledExactlyOnceWith(words);
    said.mockRestore();
  });

  it('holds nothing back once all of it is loaded', () => {
    const all = { whole: { ...whole, loaded: true } };
    expect(names(offeredForSelection(entryActions, two, all))).toEqual([
      'download',
      'download_as',
      'information',
      'favourite',
      'add_to_collection',
      'remove',
    ]);
    expect(heldBackForSelection(entryActions, two, all)).toEqual([]);
  });

  it('holds nothing back that the server does not list, or that does not fit', () => {
    const only = { whole: { ...whole, acts: new Map([['remove', 240]]) } };
    expect(heldBackForSelection(entryActions, two, only)).toEqual([]);
    const closed = { locked: true, is_locked_by_me: false };
    const locked = [entry(closed), entry({ ...closed, node_id: 2 })];
    const shared = { whole: { ...whole, acts: new Map([['grant_access', 240]]) } };
    expect(heldBackForSelection(entryActions, locked, shared)).toEqual([]);
    expect(heldBackForSelection(entryActions, two, { whole: null })).toEqual([]);
  });
});
