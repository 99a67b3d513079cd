import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { signedInAs } from '../../testing/account';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();

function entry(audit_id: number, what: string, ...changes: Schema<'Change'>[]): Schema<'LogEntry'> {
  return {
    ...{ audit_id, what, changes, at: 1_800_000_000, name: null, email: null, users_id: null, session_id: null },
    ...{ object_id: 5, object_kind: 'users', object_title: 'Ana Souza', hidden: false, origin: '10.0.0.1' },
    ...{ moved: null, hash: 'abc', tenant_id: 1, tenant_title: 'Casa Lumen' },
  };
}

function logged(...items: Schema<'LogEntry'>[]) {
  signedInAs(server, ['USER_MASTER']);
  const page: Schema<'LogPage'> = { items, next: null };
  server.use(http.get('http://vitrine.test/api/core/system_log', () => HttpResponse.json(page)));
}

const refused = (id: number, after: string) => entry(id, 'sign_in_refused', { field: 'reason', before: null, after });

it('tells who was locked out from who typed a wrong password', async () => {
  logged(refused(2, 'locked'), refused(1, 'credentials'));
  const { person } = await openPage('/settings/core/system_log');
  const table = within(await screen.findByRole('table'));
  const names = table.getAllByRole('rowheader').map((cell) => cell.textContent);
  expect(names).toEqual(['Locked out after too many tries', 'Sign-in refused']);
  await person.click(table.getByRole('button', { name: /^Sign-in refused/ }));
  const drawer = await screen.findByRole('dialog', { name: 'Sign-in refused: Ana Souza' });
  expect(within(drawer).getByText('Wrong password')).toBeTruthy();
  expect(within(drawer).getByText('User 5 · Ana Souza')).toBeTruthy();
  expect(within(drawer).getByText('Nobody signed in')).toBeTruthy();
  expect(screen.queryByText('The installation')).toBeNull();
});

it('says yes and no where the server says true and false, and leaves names as they are', async () => {
  const picture = { field: 'has_avatar', before: 'false', after: 'true' };
  logged(entry(1, 'avatar_put', picture, { field: 'name', before: null, after: 'true' }));
  const { person } = await openPage('/settings/core/system_log', { language: 'pt' });
  await person.click(await screen.findByRole('button', { name: /^Foto alterada/ }));
  const rows = within(await screen.findByRole('dialog')).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual(['Tem fotoNãoSim', 'Nome—true']);
});

it('names a language as people call it', async () => {
  logged(entry(1, 'update_user', { field: 'language', before: 'en', after: 'pt' }));
  const { person } = await openPage('/settings/core/system_log');
  await person.click(await screen.findByRole('button', { name: /^User changed/ }));
  const rows = within(await screen.findByRole('dialog')).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual(['LanguageEnglishPortuguês']);
});

it('has no two landmarks of one kind and name', async () => {
  logged(refused(1, 'locked'));
  await openPage('/settings/core/system_log');
  await screen.findByRole('table');
  expect(screen.getAllByRole('region', { name: 'System log' })).toHaveLength(1);
});

it('days of the filter are typed as people write them, or chosen by keys', async () => {
  logged(refused(1, 'locked'));
  const { person, router } = await openPage('/settings/core/system_log');
  const from = await screen.findByRole('textbox', { name: 'From' });
  await person.type(from, '22 nov 2026{Enter}');
  expect(router.state.location.search).toMatchObject({ from: '2026-11-22' });
  expect((from as HTMLInputElement).value).toBe('22 Nov 2026');
  const to = screen.getByRole('textbox', { name: 'To' });
  await person.type(to, '1/1/2026{Enter}');
  expect(await screen.findByText('Not before 22 Nov 2026')).toBeTruthy();
  await person.clear(to);
  await person.type(to, 'soon{Enter}');
  expect(await screen.findByText('Write a day like 22 Nov 2026')).toBeTruthy();
  await person.clear(to);
  await person.click(screen.getByRole('button', { name: 'From: choose a day' }));
  const chosen = await screen.findByRole('button', { name: /22 November 2026/ });
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  await person.keyboard('{PageDown}{ArrowRight}{Enter}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ from: '2026-12-23' }));
  await person.clear(from);
  await person.tab();
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('from'));
});
