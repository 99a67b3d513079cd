import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const folder = {
  ...{ node_id: 5, name: 'Office', role: 'manager', parent_id: 2, node_type: 'folder', entry_type: null, size: null },
  ...{ mime_type: null, modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false, marks: [] },
  ...{ item_count: 0, hash: null, pages: null, repository_id: 2, tenant_id: 1, preview_reason: null, properties: {} },
  ...{ open_comments: 0, preview: noPreview },
};

async function menuOf(...acts: string[]) {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const items = acts.map((action_key) => ({ action_key, label: action_key, order: 1 }));
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [], total: 0, next: null })),
    http.get(`${at}/actions/node/5`, () => HttpResponse.json({ items })),
    http.get(`${at}/entry/5`, () => HttpResponse.json(folder)),
  );
  const page = await openPage('/content/4/navigation/5');
  await page.person.click(await screen.findByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Bin', hidden: true });
  return page;
}

const items = () => screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent);

it('the open folder has its own actions in its menu, those that the server lists', async () => {
  const { person } = await menuOf(
    'rename',
    'move',
    'copy',
    'download',
    'grant_access',
    'information',
    'lock',
    'remove',
  );
  await screen.findByRole('menuitem', { name: 'Rename', hidden: true });
  const own = items();
  for (const label of ['Download', 'Share', 'Move', 'Copy', 'Information', 'Favourite', 'Rename', 'Lock', 'Bin'])
    expect(own).toContain(label);
  for (const label of ['Open', 'Remove']) expect(own).not.toContain(label);
  await person.click(screen.getByRole('menuitem', { name: 'Rename', hidden: true }));
  expect(((await screen.findByRole('textbox', { name: /name/i })) as HTMLInputElement).value).toBe('Office');
});

it('what the server does not list is not offered for the open folder', async () => {
  await menuOf('information');
  await screen.findByRole('menuitem', { name: 'Information', hidden: true });
  expect(items()).not.toContain('Rename');
});
