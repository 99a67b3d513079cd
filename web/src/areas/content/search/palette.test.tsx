import { cleanup, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { SearchHit } from '../queries';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

afterEach(cleanup);

const folder: SearchHit = {
  ...{ node_id: 8, name: 'Plans of the file server', node_type: 'folder', entry_type: null, parent_id: 5, size: null },
  ...{ modified_at: 0, locked: false, role: 'reader', marks: [], item_count: 0, mime_type: null, preview: noPreview },
  ...{ path: 'Office', places: [{ node_id: 5, name: 'Office' }], similar: false },
};

/** The groups of the palette with their rows, for what somebody types. */
async function found(roles: Parameters<typeof signedInAs>[1], term: string) {
  signedInAs(server, roles, [application(4, 'content')]);
  server.use(
    http.get(`${at}/search`, () => HttpResponse.json({ items: [folder], next: null })),
    http.get(`${at}/search/facets`, () => HttpResponse.json({ complete: true, types: [], people: [], folders: [] })),
  );
  const page = await openPage('/content/4/navigation/home');
  await page.person.click(await screen.findByRole('button', { name: /^Search or jump to/ }));
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await page.person.type(palette.getByRole('textbox'), term);
  return { ...page, palette };
}

it('settings are found by their names, and only by those who may open them', async () => {
  const { palette, person, router } = await found(['USER_REGULAR', 'USER_ADMIN'], 'file serv');
  await person.click(await palette.findByRole('button', { name: /File servers/ }));
  expect(router.latestLocation.pathname).toBe('/content/4/settings/file_server');
  cleanup();
  // The screens are loaded by now, and would be there before the server has answered.
  const { palette: theirs } = await found(['USER_REGULAR'], 'file serv');
  await theirs.findByRole('button', { name: /Plans of the file server/ });
  expect(theirs.queryByRole('button', { name: /File servers/ })).toBeNull();
});
