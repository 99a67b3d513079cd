import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';
import { closeFolder } from './open-folders';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const repository = (node_id: number, title: string): Schema<'Repository'> => ({
  ...{ node_id, title, repository_id: node_id, tenant_id: 1, tenant_title: 'Casa Lumen', folder_name: title },
  ...{ file_server_id: 1, active: true, role: 'manager' },
});

const folder = (node_id: number, name: string, has_folders = false): Schema<'FolderOfTree'> => ({
  ...{ node_id, name, has_folders, locked: false, role: 'manager' },
});

const below: Record<number, readonly Schema<'FolderOfTree'>[]> = {
  10: [folder(11, 'Brand'), folder(12, 'Campaigns', true)],
  12: [folder(13, 'Summer'), folder(14, 'Winter')],
  20: [],
};

beforeEach(() => {
  for (const id of [10, 12, 20]) closeFolder(4, id);
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/repository`, () =>
      HttpResponse.json({ items: [repository(10, 'Marketing'), repository(20, 'Archive')], total: 2 }),
    ),
    http.get(`${at}/entry/folders/:id`, ({ params }) =>
      HttpResponse.json({ items: below[Number(params['id'])] ?? [], next: null }),
    ),
  );
});

const tree = async () => within(await screen.findByRole('tree', { name: 'Folders of the library' }));
const names = () => screen.getAllByRole('treeitem').map((row) => row.textContent);

it('opens and closes by the arrow keys, and goes to a folder by Enter', async () => {
  const { person, router } = await openPage('/');
  const rows = await tree();
  (await rows.findByRole('treeitem', { name: 'Marketing' })).focus();
  await person.keyboard('{ArrowRight}');
  await rows.findByRole('treeitem', { name: 'Campaigns' });
  expect(names()).toEqual(['Marketing', 'Brand', 'Campaigns', 'Archive']);
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  await rows.findByRole('treeitem', { name: 'Summer' });
  await person.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Summer');
  await person.keyboard('{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('Campaigns');
  await person.keyboard('{ArrowLeft}');
  expect(names()).toEqual(['Marketing', 'Brand', 'Campaigns', 'Archive']);
  await person.keyboard('a');
  expect(document.activeElement?.textContent).toBe('Archive');
  await person.keyboard('{Home}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/4/navigation/10'));
});

it('folders that could not be loaded are asked for again', async () => {
  const { person } = await openPage('/');
  const rows = await tree();
  server.use(
    http.get(`${at}/entry/folders/10`, () => HttpResponse.json({ detail: 'Away' }, { status: 500 }), { once: true }),
  );
  (await rows.findByRole('treeitem', { name: 'Marketing' })).focus();
  await person.keyboard('{ArrowRight}');
  await person.click(await rows.findByRole('treeitem', { name: 'Not loaded: try again' }));
  await rows.findByRole('treeitem', { name: 'Campaigns' });
  expect(names()).toEqual(['Marketing', 'Brand', 'Campaigns', 'Archive']);
});

it('opens the way to the folder one is at, and says where one is', async () => {
  server.use(
    http.get(`${at}/entry/13/parent`, () =>
      HttpResponse.json({
        items: [
          { node_id: 10, name: 'Marketing', node_type: 'repository' },
          { node_id: 12, name: 'Campaigns', node_type: 'folder' },
        ],
        total: 2,
      }),
    ),
  );
  await openPage('/content/4/navigation/13');
  const rows = await tree();
  const here = await rows.findByRole('treeitem', { name: 'Summer' });
  expect(here.getAttribute('aria-current')).toBe('page');
  expect(here.getAttribute('aria-level')).toBe('3');
  expect(here.tabIndex).toBe(0);
  expect(names()).toEqual(['Marketing', 'Brand', 'Campaigns', 'Summer', 'Winter', 'Archive']);
});
