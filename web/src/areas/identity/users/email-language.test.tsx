import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { user } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN']);
  server.use(
    http.get(`${core}/tenant`, () => HttpResponse.json({ items: [{ tenant_id: 7, title: 'Casa Lumen' }], total: 1 })),
    http.get(`${core}/company/tenant/7`, () =>
      HttpResponse.json({ items: [{ company_id: 3, name: 'Casa Lumen' }], total: 1 }),
    ),
    http.post(`${core}/users_with_admin`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(user({ name: 'Bo Lima' }));
    }),
    http.put(`${core}/users/batch/create`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ created: 1, failed: 0, items: [] });
    }),
  );
});

/** Opens a form, chooses Portuguese in it, and returns the form. */
async function inPortuguese(button: string) {
  const { person } = await openPage('/settings/core/user');
  await person.click(await screen.findByRole('button', { name: button }));
  const form = within(await screen.findByRole('dialog'));
  const language = await form.findByRole('combobox', { name: /^Language/ });
  expect(language).toHaveProperty('value', 'English');
  await person.click(language);
  await person.click(await screen.findByRole('option', { name: 'Português', hidden: true }));
  return { person, form };
}

it('somebody new is written to in the language that is chosen for them', async () => {
  const { person, form } = await inPortuguese('New user');
  await person.type(form.getByLabelText(/^Name/), 'Bo Lima');
  await person.type(form.getByLabelText(/^E-mail/), 'bo@acme.example');
  await person.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ email: 'bo@acme.example', company_id: 3, language: 'pt' });
});

it('several are written to in the language that is chosen for all of them', async () => {
  const { person, form } = await inPortuguese('Add several');
  await person.type(form.getByLabelText(/^People/), 'Bo Lima, bo@acme.example');
  await person.click(form.getByRole('button', { name: 'Create 1 user' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ users: [{ email: 'bo@acme.example' }], company_id: 3, language: 'pt' });
});
