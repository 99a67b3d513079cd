import { cleanup, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

afterEach(cleanup);

/** The groups of the palette with their rows, for what somebody types. */
async function found(roles: Parameters<typeof signedInAs>[1], term: string) {
  signedInAs(server, roles, [application(4, 'content')]);
  const nothing = { items: [], next: null };
  server.use(
    http.get(`${at}/search`, () => HttpResponse.json(nothing)),
    http.get(`${at}/search/facets`, () => HttpResponse.json({ complete: true, types: [], people: [], folders: [] })),
  );
  const page = await openPage('/content/4/navigation/home');
  await page.person.click(await screen.findByRole('button', { name: /^Search or jump to/ }));
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await page.person.type(palette.getByRole('textbox'), term);
  return { ...page, palette };
}

it('settings are found by their names, for those who may open them', async () => {
  const { palette, person, router } = await found(['USER_REGULAR', 'USER_ADMIN'], 'file serv');
  await person.click(await palette.findByRole('button', { name: /File servers/ }));
  expect(router.latestLocation.pathname).toBe('/content/4/settings/file_server');
});

it('who may open no settings finds none', async () => {
  const { palette } = await found(['USER_REGULAR'], 'file serv');
  await palette.findByText(/^Search the library for/);
  expect(palette.queryByRole('button', { name: /File servers/ })).toBeNull();
});
