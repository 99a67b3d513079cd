import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

async function searched(search: string) {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/search`, () => HttpResponse.json({ items: [], next: null })),
    http.get(`${at}/search/facets`, () => problem(404, 'not_found', 'Not found')),
  );
  const page = await openPage(`/content/4/search?${search}`);
  await screen.findByRole('button', { name: 'Search or jump to: beach' });
  return page;
}

it('the words of a search are cleared from the bar, and the next ones are typed at once', async () => {
  const { person, router } = await searched('term=beach&type=pictures&view=list');
  await person.click(screen.getByRole('button', { name: 'Clear search' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search or type where to go' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('');
  expect(router.latestLocation.search).toEqual({ view: 'list' });
  await person.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Search or jump to' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});

it('the field of the palette is cleared, and keeps the focus', async () => {
  const { person } = await searched('term=beach');
  await person.click(screen.getByRole('button', { name: 'Search or jump to: beach' }));
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  const field = palette.getByRole<HTMLInputElement>('textbox');
  await waitFor(() => expect(field.value).toBe('beach'));
  await person.click(palette.getByRole('button', { name: 'Clear search' }));
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
  expect(palette.queryByRole('button', { name: 'Clear search' })).toBeNull();
});
