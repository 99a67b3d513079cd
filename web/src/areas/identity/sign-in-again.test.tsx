import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { followOtherTabs, sessionStore } from '../../platform/session/session-store';
import { signedInAs } from '../../testing/account';
import { problem, tokenAnswer } from '../../testing/answers';
import { tokenLasting } from '../../testing/make-token';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';
const instances = `${core}/application_instance`;

/** A form with input, whose session ends while it is sent. */
async function sendWithoutSession() {
  signedInAs(server, ['USER_MASTER']);
  server.use(http.post(`${core}/tenant_with_company`, () => problem(401, 'no_session', 'Please sign in.')));
  const page = await openPage('/settings/core/tenant');
  const { person } = page;
  const [open] = await screen.findAllByRole('button', { name: 'New organisation' });
  if (open === undefined) throw new Error('there is no button');
  await person.click(open);
  await person.type(await screen.findByLabelText(/^Title/), 'Acme');
  await person.type(screen.getByLabelText(/^CNPJ/), '11222333000181');
  await person.click(screen.getByRole('button', { name: 'Create' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  return { ...page, dialog: within(dialog) };
}

beforeEach(() => {
  sessionStore.clear();
  server.use(http.get(instances, () => HttpResponse.json({ items: [], total: 0 })));
});

describe('a session that ends under a form', () => {
  it('is taken up again in place, and what was entered is saved', async () => {
    const { person, dialog, router } = await sendWithoutSession();
    const begun = tokenLasting(70_000);
    const wanted: unknown[] = [];
    const saved: unknown[] = [];
    server.use(
      http.post(`${core}/auth/login`, async ({ request }) => {
        wanted.push(await request.json());
        return wanted.length === 1 ? problem(401, 'invalid_credentials', 'That is not right.') : tokenAnswer(begun);
      }),
      http.post(`${core}/tenant_with_company`, async ({ request }) => {
        saved.push([request.headers.get('authorization'), await request.json()]);
        return problem(422, 'invalid', 'Some fields are not valid.', []);
      }),
    );
    const password = dialog.getByLabelText('Password', { selector: 'input' });
    await person.type(password, 'wrong{Enter}');
    expect(await dialog.findByText('That is not right.')).toBeTruthy();
    await person.clear(password);
    await person.type(password, 'right{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
    expect(wanted.at(-1)).toEqual({ email: 'ana@acme.example', password: 'right' });
    expect(router.state.location.pathname).toBe('/settings/core/tenant');
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Acme');
    void router.navigate({ to: '/' });
    await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await person.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject([`Bearer ${begun}`, { title: 'Acme', key: 'acme' }]);
  });

  it('asks for a code where the account has a second factor', async () => {
    const { person, dialog } = await sendWithoutSession();
    server.use(
      http.post(`${core}/auth/login`, async ({ request }) => {
        const { code } = (await request.json()) as { code?: string };
        return code === '123456'
          ? tokenAnswer(tokenLasting(70_000))
          : problem(401, 'second_factor_needed', 'A code is needed.');
      }),
    );
    await person.type(dialog.getByLabelText('Password', { selector: 'input' }), 'right{Enter}');
    await person.type(await dialog.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
  });

  it('is taken up again where one signs in with the organisation in another tab', async () => {
    const { dialog, router } = await sendWithoutSession();
    expect(dialog.getByRole('link', { name: /organisation/ }).getAttribute('target')).toBe('_blank');
    // The other tab begins with the sign-in: the ended session is not offered to it.
    expect(localStorage.getItem('token')).toBeNull();
    followOtherTabs(() => void router.navigate({ to: '/' }));
    const newValue = tokenLasting(70_000);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue })));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Acme');
  });

  it('can be left for good, with the way back', async () => {
    const { person, dialog, router } = await sendWithoutSession();
    await person.click(dialog.getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toEqual({ redirect: '/settings/core/tenant' });
    expect(localStorage.getItem('token')).toBeNull();
  });
});
