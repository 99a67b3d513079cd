import { Modal } from '@mantine/core';
import { IconRubberStamp } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schema } from '../platform/api/client';
import { type DetailTabProps, defineArea } from '../platform/registry/area';
import { shellRoute } from '../platform/routing/roots';
import { settingsRoles, settingsRoute } from '../platform/routing/settings';
import { settingsGroups } from '../platform/routing/settings-groups';
import { DrawerRow } from '../platform/ui/drawer/DrawerRow';
import { signedInAs } from '../testing/account';
import { application } from '../testing/answers';
import { openPage } from '../testing/open-page';
import { noPreview } from '../testing/preview';
import { startServer } from '../testing/server';
import { areas } from './areas';

const server = startServer();

const stampsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/stamps',
  component: () => <h1>All stamps</h1>,
});

const inksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'stamps/ink',
  staticData: { roles: settingsRoles.administrators },
  component: () => <h1>Inks of stamps</h1>,
});

function Prints({ entry }: DetailTabProps) {
  return <p>Prints of {entry.name}</p>;
}

/** An area as somebody would add it: everything that it brings is in this description. */
const stamps = defineArea({
  name: 'stamps',
  routes: { shell: [stampsRoute], settings: [inksRoute] },
  settings: async () => [
    {
      key: 'inks',
      group: settingsGroups.records,
      order: 20,
      route: inksRoute,
      icon: IconRubberStamp,
      label: () => 'Inks',
      about: () => 'Colours to stamp with',
    },
  ],
  entryTypes: [
    {
      key: 'stamp',
      icon: IconRubberStamp,
      label: () => 'Rubber stamp',
      Viewer: ({ entry }) => <p>The print of {entry.name}</p>,
    },
  ],
  entryActions: [
    {
      key: 'stamp_it',
      order: 45,
      act: 'stamp_it',
      icon: IconRubberStamp,
      label: () => 'Stamp it',
      shortcut: 'Y',
      fits: (entries) => entries.length === 1,
      run: ([entry], { open }) =>
        open((close) => <Modal opened onClose={close} title={`Stamped ${entry?.name}`} withCloseButton={false} />),
    },
  ],
  placeActions: [
    {
      key: 'new_stamp',
      order: 15,
      menu: 'new',
      icon: IconRubberStamp,
      label: () => 'New stamp',
      shortcut: null,
      fits: (mayWrite) => mayWrite,
      run: ({ folder, open }) =>
        open((close) => <Modal opened onClose={close} title={`A stamp in ${folder?.name}`} withCloseButton={false} />),
    },
  ],
  entryChips: [
    { key: 'stamp', fits: (entry) => entry.entry_type === 'stamp', Chip: ({ entry }) => <b>Seal of {entry.name}</b> },
  ],
  detailTabs: async () => [
    {
      key: 'prints',
      order: 30,
      label: () => 'Prints',
      fits: () => true,
      count: () => 3,
      Tab: Prints,
    },
  ],
  drawer: [
    {
      key: 'stamps',
      slot: 'places',
      order: 20,
      Part: ({ mini }) => <DrawerRow href="/stamps" icon={IconRubberStamp} label="Stamps" count={12} mini={mini} />,
    },
  ],
  homeWidgets: [{ key: 'stamps', order: 20, Widget: () => <h2>Your stamps</h2> }],
  paletteSources: [
    async () => (term) =>
      'ink'.startsWith(term) ? [{ id: 'ink', label: 'Buy ink', group: 'Stamps', run: () => undefined }] : [],
  ],
  logWords: async () => ({ acts: [{ subject: 'stamps', order: 90, acts: { stamp_made: () => 'Stamp made' } }] }),
  live: async () => () => ({}),
});

function file(node_id: number, name: string): Schema<'EntryDetail'> {
  const preview = noPreview;
  return {
    ...{ node_id, node_type: 'file', parent_id: 5, name, role: 'manager', locked: false, marks: [], preview },
    entry_type: 'stamp',
    ...{
      item_count: null,
      size: 1,
      mime_type: null,
      modified_at: 0,
      open_comments: 0,
      asks_first: false,
      preview_reason: null,
      created_at: 0,
      properties: {},
    },
    ...{ created_by: null, hash: null, pages: null, repository_id: 2, tenant_id: 1, taken_at: null },
  };
}

/** A folder with one stamp; the server lists what may be done with it. */
function folderOfStamps(...acts: string[]) {
  const stamp = file(9, 'Paid.stamp');
  const { preview_reason: _, ...folder } = { ...file(5, 'Office'), node_type: 'folder' as const, size: null };
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN'], [application(4, 'content')]);
  const at = 'http://vitrine.test/api/app/4';
  const list =
    (...items: object[]) =>
    () =>
      HttpResponse.json({ items, total: items.length, next: null });
  server.use(
    http.get(`${at}/entry/list/5`, list(stamp)),
    http.get(`${at}/entry/5`, () => HttpResponse.json(folder)),
    http.get(`${at}/entry/9`, () => HttpResponse.json(stamp)),
    http.get(`${at}/actions/node/5`, list({ action_key: 'upload' })),
    http.get(
      `${at}/actions/node/9`,
      list(...['preview', 'information', ...acts].map((action_key) => ({ action_key }))),
    ),
  );
}

function sizeOf(this: HTMLElement): number {
  return this.className.includes('scroller') ? 600 : 0;
}

// Lists draw what fits into them, and the test document has no sizes.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(sizeOf);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(sizeOf);
  localStorage.setItem('navigationViewMode', 'list');
});

describe.each([
  ['with the sample area', true],
  ['without it', false],
])('%s', (_, there) => {
  const page = (path: string) => openPage(path, { areas: there ? [...areas, stamps] : areas });
  const times = there ? 1 : 0;

  it('a screen', async () => {
    signedInAs(server, ['USER_REGULAR']);
    await page('/stamps');
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe(there ? 'All stamps' : 'Page not found');
  });

  it('a screen of the settings, in their menu', async () => {
    signedInAs(server, ['USER_MASTER']);
    const { person, router } = await page('/settings');
    const menu = within(await screen.findByRole('navigation', { name: 'Settings menu' }));
    expect(menu.getByRole('link', { name: 'System log' })).toBeTruthy();
    const links = menu.queryAllByRole('link', { name: 'Inks' });
    expect(links).toHaveLength(times);
    for (const link of links) {
      await person.click(link);
      expect(await screen.findByRole('heading', { name: 'Inks of stamps' })).toBeTruthy();
      expect(router.state.location.pathname).toBe('/settings/stamps/ink');
    }
  });

  it('a row of the drawer', async () => {
    signedInAs(server, ['USER_REGULAR']);
    const { person, router } = await page('/');
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
    const rows = menu.queryAllByRole('link', { name: 'Stamps 12' });
    expect(rows).toHaveLength(times);
    for (const row of rows) {
      await person.click(row);
      await waitFor(() => expect(row.getAttribute('aria-current')).toBe('page'));
      expect(router.state.location.pathname).toBe('/stamps');
    }
  });

  it('a part of home', async () => {
    signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
    await page('/');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryAllByRole('heading', { name: 'Your stamps' })).toHaveLength(times);
  });

  it('a type of file with its name and its viewer', async () => {
    folderOfStamps();
    const { person } = await page('/content/4/navigation/5');
    await person.dblClick(await screen.findByRole('row', { name: /Paid/ }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Preview of Paid.stamp' }));
    await waitFor(() => expect(viewer.queryAllByText('The print of Paid.stamp')).toHaveLength(times));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.keyboard('i');
    const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
    expect(await panel.findByText(there ? 'Rubber stamp' : 'File')).toBeTruthy();
  });

  it('a word about an entry, in its row', async () => {
    folderOfStamps();
    await page('/content/4/navigation/5');
    const row = within(await screen.findByRole('row', { name: /Paid/ }));
    expect(row.queryAllByText('Seal of Paid.stamp')).toHaveLength(times);
  });

  it('a tab beside the list', async () => {
    folderOfStamps();
    const { person } = await page('/content/4/navigation/5');
    await person.click(await screen.findByRole('row', { name: /Paid/ }));
    await person.keyboard('i');
    await screen.findByRole('tab', { name: 'Information' });
    const tabs = screen.queryAllByRole('tab', { name: 'Prints 3' });
    expect(tabs).toHaveLength(times);
    for (const tab of tabs) {
      await person.click(tab);
      expect(await screen.findByText('Prints of Paid.stamp')).toBeTruthy();
    }
  });

  it('an action in the menu and by its key, with its dialog, where the server lists it', async () => {
    folderOfStamps('stamp_it');
    const { person } = await page('/content/4/navigation/5');
    await person.click(await screen.findByRole('button', { name: 'Actions for Paid.stamp' }));
    await screen.findByRole('menuitem', { name: /^Information/, hidden: true });
    const items = screen.queryAllByRole('menuitem', { name: /^Stamp it/, hidden: true });
    expect(items).toHaveLength(times);
    for (const item of items) {
      await person.click(item);
      expect(await screen.findByRole('dialog', { name: 'Stamped Paid.stamp' })).toBeTruthy();
      await person.keyboard('{Escape}');
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('no action in the menu that the server does not list', async () => {
    folderOfStamps();
    const { person } = await page('/content/4/navigation/5');
    await person.click(await screen.findByRole('button', { name: 'Actions for Paid.stamp' }));
    await screen.findByRole('menuitem', { name: /^Information/, hidden: true });
    expect(screen.queryByRole('menuitem', { name: /^Stamp it/, hidden: true })).toBeNull();
  });

  it('something new, in a menu as soon as there are two', async () => {
    folderOfStamps();
    const { person } = await page('/content/4/navigation/5');
    if (there) {
      await person.click(await screen.findByRole('button', { name: 'New' }));
      await person.click(await screen.findByRole('menuitem', { name: 'New stamp', hidden: true }));
      expect(await screen.findByRole('dialog', { name: 'A stamp in Office' })).toBeTruthy();
    } else {
      await person.click(await screen.findByRole('button', { name: 'New folder' }));
      expect(await screen.findByRole('dialog', { name: 'New folder' })).toBeTruthy();
    }
  });

  it('an entry of the palette', async () => {
    signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
    const { person } = await page('/');
    await screen.findByRole('heading', { level: 1 });
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('textbox', { name: 'Search or type where to go' }), 'ink');
    await screen.findByRole('button', { name: /Search the library for/ });
    expect(screen.queryAllByRole('button', { name: 'Buy ink' })).toHaveLength(times);
    // It is open for all pages of this document, and would lie over those of other tests.
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('words of the log', async () => {
    signedInAs(server, ['USER_MASTER']);
    const entry: Schema<'LogEntry'> = {
      ...{ audit_id: 1, what: 'stamp_made', changes: [], at: 1_800_000_000, name: null, email: null, users_id: null },
      ...{
        session_id: null,
        object_id: 5,
        object_kind: 'node',
        object_title: 'Paid.stamp',
        hidden: false,
        moved: null,
      },
      ...{ origin: '10.0.0.1', hash: 'abc', tenant_id: 1, tenant_title: 'Casa Lumen' },
    };
    const logged: Schema<'LogPage'> = { items: [entry], next: null };
    server.use(http.get('http://vitrine.test/api/core/system_log', () => HttpResponse.json(logged)));
    await page('/settings/core/system_log');
    const table = within(await screen.findByRole('table'));
    expect(table.getByRole('rowheader').textContent).toBe(there ? 'Stamp made' : 'stamp_made');
  });
});
