import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const repositories = 'http://vitrine.test/api/app/4/repository';
const tenant = {
  ...{ tenant_id: 7, title: 'Casa Lume', key: 'casa-lume', cnpj: null, app_instance_ids: [4], theme: null },
  ...{ active: true, created_at: 0, version: 3 },
};
const fileServers = [
  { file_server_id: 1, label: 'Disk' },
  { file_server_id: 2, label: 'Archive' },
].map((one) => ({ ...one, tenant_ids: [7], active: true }));
const films: Schema<'RepositorySettings'> = {
  ...{
    repository_id: 5,
    node_id: 9,
    title: 'Films',
    folder_name: 'films',
    file_server_id: 1,
    file_server_label: 'Disk',
  },
  ...{ tenant_id: 7, tenant_title: 'Casa Lume', lib3d_node_id: null, active: true, empty: false, version: 1 },
  moving: null,
};
const check: Schema<'RepositoryMoveCheck'> = {
  ...{ files: 1234, bytes: 5 * 1024 ** 3, free_bytes: 1024 ** 4, fits: true, folder_name: 'films', folder_free: true },
  folder_taken: null,
};
const going: Schema<'RepositoryMoving'> = {
  ...{ state: 'copying', file_server_id: 2, file_server_label: 'Archive', progress: 0 },
  ...{ waits_for: null, waits_since: null },
};
let shown: Schema<'RepositorySettings'>;
const sent: unknown[] = [];

beforeEach(() => {
  shown = films;
  sent.length = 0;
  signedInAs(server, ['USER_ADMIN'], [application(4, 'content')]);
  server.use(
    http.get('http://vitrine.test/api/core/tenant', () => HttpResponse.json({ items: [tenant], total: 1 })),
    http.get('http://vitrine.test/api/app/4/fileserver', () => HttpResponse.json({ items: fileServers, total: 2 })),
    http.get(`${repositories}/admin`, () => HttpResponse.json({ items: [shown], total: 1 })),
    http.get(`${repositories}/5/move/check`, () => HttpResponse.json(check)),
    http.post(`${repositories}/5/move`, async ({ request }) => {
      sent.push(await request.json());
      shown = {
        ...films,
        moving: { ...going, progress: 40 },
      };
      return HttpResponse.json({}, { status: 202 });
    }),
  );
});

async function opened(person: Awaited<ReturnType<typeof openPage>>['person']) {
  await person.click(await screen.findByRole('button', { name: /^(More|Actions).*Films/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Move to another file server', hidden: true }));
  return within(await screen.findByRole('dialog'));
}

it('moves a repository after saying how much moves and whether there is room', async () => {
  const { person } = await openPage('/content/4/settings/repository');
  const dialog = await opened(person);
  await person.click(dialog.getByRole('combobox', { name: /^New file server/ }));
  expect(screen.queryByRole('option', { name: 'Disk', hidden: true })).toBeNull();
  await person.click(await screen.findByRole('option', { name: 'Archive', hidden: true }));
  expect(await dialog.findByText(/^1,234 files \(5 GB\) move/)).toBeTruthy();
  expect(dialog.getByText('1 TB are free there.')).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toEqual([{ file_server_id: 2, folder_name: 'films' }]));
  expect(await screen.findByText('It moves to Archive: 40 % are copied.')).toBeTruthy();
});

it('names what could not be moved, and tries again', async () => {
  shown = { ...films, moving: { ...going, state: 'failed', progress: 99 } };
  const failures: Schema<'RepositoryMoveStatus'> = {
    ...{ files: 3, bytes: 30, copied_bytes: 20, failed: 3 },
    failures: [
      { node_id: 11, path: 'Summer/wrong.txt', apart: false, reason: 'damaged' },
      { node_id: null, path: null, apart: true, reason: 'bytes_missing' },
    ],
  };
  server.use(
    http.get(`${repositories}/5/move`, () => HttpResponse.json(failures)),
    http.post(`${repositories}/5/move/retry`, () => {
      sent.push('retry');
      return HttpResponse.json({}, { status: 202 });
    }),
  );
  const { person } = await openPage('/content/4/settings/repository');
  const dialog = await opened(person);
  expect(await dialog.findByText('Summer/wrong.txt')).toBeTruthy();
  expect(dialog.getByText('A file that you may not see')).toBeTruthy();
  expect(dialog.getByText('and one more')).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent).toEqual(['retry']));
});

it('says what a move waits for, and since when', async () => {
  shown = { ...films, moving: { ...going, progress: 40, waits_for: 'no_room', waits_since: 1_800_000_000 } };
  const { person } = await openPage('/content/4/settings/repository');
  expect(await screen.findByText('It waits for room at Archive: 40 % are copied.')).toBeTruthy();
  const dialog = await opened(person);
  expect(dialog.getByText(/^There has been no room at Archive since 15 Jan 2027, /)).toBeTruthy();
  expect(dialog.getByText('It is tried again by itself. People work as before.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Leave it there' })).toBeNull();
});

it('leaves what cannot be deleted at a file server that is gone', async () => {
  shown = { ...films, moving: { ...going, state: 'undoing', waits_for: 'other_away', waits_since: 1_800_000_000 } };
  server.use(
    http.delete(`${repositories}/5/move`, ({ request }) => {
      sent.push(new URL(request.url).search);
      shown = films;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { person } = await openPage('/content/4/settings/repository');
  const dialog = await opened(person);
  expect(dialog.getByText(/^Archive has not answered since 15 Jan 2027, /)).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Leave it there' }));
  await waitFor(() => expect(sent).toEqual(['?leave=true']));
});

it('says that something lies in the folder there', async () => {
  server.use(
    http.get(`${repositories}/5/move/check`, () =>
      HttpResponse.json({ ...check, folder_free: false, folder_taken: 'not_empty' }),
    ),
  );
  const { person } = await openPage('/content/4/settings/repository');
  const dialog = await opened(person);
  await person.click(dialog.getByRole('combobox', { name: /^New file server/ }));
  await person.click(await screen.findByRole('option', { name: 'Archive', hidden: true }));
  expect(await dialog.findByText(/^Something lies in the folder of this name there\./)).toBeTruthy();
});
