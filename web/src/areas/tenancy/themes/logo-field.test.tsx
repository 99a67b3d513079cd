import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { builtInPalette } from '../../../platform/theme/palettes';
import { signedInAs } from '../../../testing/account';
import { problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';
import { blank, type Theme } from './theme';

const server = startServer();
const path = 'http://vitrine.test/api/core/theme/8';

const drawn = '/api/core/theme/8/logo?v=new';

function theme(version: number, logo: string | null): Theme {
  const config = { ...blank(builtInPalette), logo };
  return {
    ...{ theme_id: 8, theme_title: 'Lume', theme_key: 'lume', tenant_id: 7, tenant_title: 'Casa Lumen' },
    ...{ theme_config: config, version },
  };
}

/** The requests at the server: the bytes of a logo, or a theme and the version that it was made from. */
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN']);
  server.use(
    http.get(path, () => HttpResponse.json(theme(3, null))),
    http.put(`${path}/logo`, async ({ request }) => {
      sent.push([request.headers.get('content-type'), await request.text()]);
      return HttpResponse.json(theme(4, drawn));
    }),
    http.put(path, async ({ request }) => {
      const { theme_config } = (await request.json()) as Theme;
      sent.push([request.headers.get('if-match'), theme_config.logo]);
      return HttpResponse.json(theme(5, theme_config.logo));
    }),
  );
});

/** Opens the editor and chooses a file for its logo. */
async function choosing(name: string, type: string) {
  const page = await openPage('/settings/core/theme?edit=8');
  const panel = await screen.findByRole('region', { name: 'Logo' });
  expect(within(panel).queryByRole('img')).toBeNull();
  const input = panel.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file.');
  await page.person.upload(input, new File(['<svg/>'], name, { type }));
  return { ...page, panel: within(panel) };
}

it('a new logo is sent as it is, is shown at once, and is no unsaved change', async () => {
  const { panel, router } = await choosing('lume.svg', 'image/svg+xml');
  const picture = await panel.findByRole('img', { name: 'Logo' });
  expect(picture.getAttribute('src')).toContain(drawn);
  expect(sent).toEqual([['application/octet-stream', '<svg/>']]);
  await router.navigate({ to: '/settings/core/theme' });
  await screen.findByRole('button', { name: 'New theme' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('what is saved after it is made from the version with the logo', async () => {
  const { panel, person } = await choosing('lume.png', 'image/png');
  await person.click(await panel.findByRole('button', { name: 'Remove' }));
  expect(panel.queryByRole('img')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent[1]).toEqual(['"4"', null]));
});

it('a file that is no picture is refused beside it, with the kinds that are taken', async () => {
  const key = 'form_rules.picture';
  server.use(http.put(`${path}/logo`, () => problem(422, 'invalid', 'Look again.', [{ field: 'logo', key }])));
  const { panel } = await choosing('lume.png', 'image/png');
  expect((await panel.findByRole('alert')).textContent).toContain('PNG, JPEG, WebP, GIF or SVG');
  expect(panel.queryByRole('img')).toBeNull();
});

it('a file that is too large is refused in the words of the server', async () => {
  server.use(http.put(`${path}/logo`, () => problem(413, 'too_large', 'At most 1 MB, please.')));
  const { panel } = await choosing('lume.png', 'image/png');
  expect((await panel.findByRole('alert')).textContent).toBe('At most 1 MB, please.');
});
