import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';
import type { Tenant } from './tenant';

const server = startServer();
const core = 'http://vitrine.test/api/core';

function tenant(over: Partial<Tenant> = {}): Tenant {
  return {
    tenant_id: 7,
    title: 'Casa Lumen',
    key: 'casa-lumen',
    cnpj: '11222333000181',
    app_instance_ids: [],
    theme: null,
    active: true,
    created_at: 0,
    version: 3,
    ...over,
  };
}

/** The list's calls, newest last. */
function listed(items: readonly Tenant[], total = items.length): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(`${core}/tenant`, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items, total });
    }),
  );
  return asked;
}

afterEach(cleanup);

describe('the table', () => {
  it('asks the server for the page, order and search that stand in the address', async () => {
    signedInAs(server, ['USER_MASTER']);
    const asked = listed([tenant()], 12);
    const { person, router } = await openPage('/settings/core/tenant?page=2&order=-key&size=5');
    await screen.findByRole('button', { name: /^Casa Lumen/ });
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ order: '-key', limit: '5', offset: '5' });
    expect(screen.getByText('6–6 of 12')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(asked.at(-1)?.get('offset')).toBe('10'));
    await person.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(asked.at(-1)?.get('order')).toBe('title'));
    expect(asked.at(-1)?.get('offset')).toBe('0');
    await person.type(screen.getByRole('searchbox'), 'lumen');
    await waitFor(() => expect(asked.at(-1)?.get('q')).toBe('lumen'));
    expect(router.state.location.search).toEqual({ q: 'lumen', size: 5 });
    await person.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '30');
    await waitFor(() => expect(asked.at(-1)?.get('limit')).toBe('30'));
  });

  it.each([
    ['/settings/core/tenant', 'No organisations yet'],
    ['/settings/core/tenant?q=xyz', 'Nothing found'],
  ])('tells nothing yet from nothing found: %s', async (path, said) => {
    signedInAs(server, ['USER_MASTER']);
    listed([]);
    await openPage(path);
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('says why there is no list, and tries again', async () => {
    signedInAs(server, ['USER_MASTER']);
    server.use(http.get(`${core}/tenant`, () => problem(422, 'invalid', 'No such order.')));
    const { person } = await openPage('/settings/core/tenant');
    expect(await screen.findByText('The list could not be loaded')).toBeTruthy();
    listed([tenant()]);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Casa Lumen/ })).toBeTruthy();
  });

  it('offers an admin neither new tenants nor their end', async () => {
    signedInAs(server, ['USER_REGULAR', 'USER_ADMIN']);
    listed([tenant()]);
    const { person } = await openPage('/settings/core/tenant');
    await person.click(await screen.findByRole('button', { name: 'Actions for Casa Lumen' }));
    expect(await screen.findByRole('menuitem', { name: 'Admins', hidden: true })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Delete', hidden: true })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New organisation' })).toBeNull();
  });

  it('says what is in the way of a deletion', async () => {
    signedInAs(server, ['USER_MASTER']);
    listed([tenant()]);
    server.use(http.delete(`${core}/tenant/7`, () => problem(409, 'in_use', 'It is still in use: 3 users.')));
    const { person } = await openPage('/settings/core/tenant');
    await person.click(await screen.findByRole('button', { name: 'Actions for Casa Lumen' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('It is still in use: 3 users.');
  });
});

describe('the form', () => {
  it('says its rules in Portuguese before it asks the server', async () => {
    signedInAs(server, ['USER_MASTER']);
    listed([tenant()]);
    const { person } = await openPage('/settings/core/tenant', { language: 'pt' });
    await person.click(await screen.findByRole('button', { name: 'Nova organização' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Criar' }));
    expect(await within(dialog).findAllByText('Este campo é obrigatório')).toHaveLength(3);
    await person.type(within(dialog).getByRole('textbox', { name: /Título/ }), 'Aç');
    await person.type(within(dialog).getByRole('textbox', { name: /CNPJ/ }), '11222333000182');
    expect(await within(dialog).findByText('CNPJ inválido')).toBeTruthy();
    expect(within(dialog).getByText('Chave precisa de pelo menos 3 caracteres')).toBeTruthy();
  });

  it('copies the key from the title until somebody types one, and shows the server’s refusal at its field', async () => {
    signedInAs(server, ['USER_MASTER']);
    listed([tenant()]);
    let sent: unknown;
    server.use(
      http.post(`${core}/tenant_with_company`, async ({ request }) => {
        sent = await request.json();
        return problem(409, 'key_taken', 'The key sao-joao is taken already.', [
          { field: 'key', key: 'form_rules.taken' },
        ]);
      }),
    );
    const { person } = await openPage('/settings/core/tenant');
    await person.click(await screen.findByRole('button', { name: 'New organisation' }));
    const dialog = await screen.findByRole('dialog');
    const key = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Key/ });
    await person.type(within(dialog).getByRole('textbox', { name: /Title/ }), 'São João');
    await waitFor(() => expect(key.value).toBe('sao-joao'));
    await person.type(within(dialog).getByRole('textbox', { name: /CNPJ/ }), '12abc34501de35');
    await person.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('The key sao-joao is taken already.')).toBeTruthy();
    expect(sent).toMatchObject({ title: 'São João', key: 'sao-joao', cnpj: '12.ABC.345/01DE-35' });
    await person.clear(key);
    await person.type(key, 'own');
    await person.type(within(dialog).getByRole('textbox', { name: /Title/ }), ' Filho');
    expect(key.value).toBe('own');
  });

  it('explains that somebody else was faster, shows their version, and saves from there', async () => {
    signedInAs(server, ['USER_MASTER']);
    listed([tenant()]);
    const seen: (string | null)[] = [];
    server.use(
      http.get(`${core}/tenant/7`, () => HttpResponse.json(tenant({ title: 'Casa Nova', version: 4 }))),
      http.put(`${core}/tenant/7`, ({ request }) => {
        seen.push(request.headers.get('if-match'));
        return seen.length === 1
          ? problem(412, 'changed_meanwhile', 'Changed.')
          : HttpResponse.json(tenant({ version: 5 }));
      }),
    );
    const { person } = await openPage('/settings/core/tenant');
    await person.click(await screen.findByRole('button', { name: /^Casa Lumen/ }));
    const dialog = await screen.findByRole('dialog');
    const title = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Title/ });
    await person.type(title, ' 2');
    await person.click(within(dialog).getByRole('button', { name: 'Save' }));
    await person.click(await within(dialog).findByRole('button', { name: 'Show their version' }));
    await waitFor(() => expect(title.value).toBe('Casa Nova'));
    await person.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(seen).toEqual(['"3"', '"4"']);
  });

  it('says of a form that did not reach the server that it was not saved', async () => {
    signedInAs(server, ['USER_MASTER']);
    listed([tenant()]);
    server.use(http.put(`${core}/tenant/7`, () => HttpResponse.error()));
    const { person } = await openPage('/settings/core/tenant');
    await person.click(await screen.findByRole('button', { name: /^Casa Lumen/ }));
    const dialog = await screen.findByRole('dialog');
    await person.type(within(dialog).getByRole('textbox', { name: /Title/ }), ' 2');
    await person.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('No connection: it was not saved. Try again.')).toBeTruthy();
  });

  it('calls those of an admin their own', async () => {
    signedInAs(server, ['USER_ADMIN']);
    listed([tenant()]);
    await openPage('/settings/core/tenant');
    expect(await screen.findByText('The organisations that you administer.')).toBeTruthy();
  });

  it('says that somebody is the last admin', async () => {
    signedInAs(server, ['USER_MASTER']);
    const ada = { users_id: 3, name: 'Ada Reis', email: 'ada@lumen.example', active: true };
    server.use(
      http.get(`${core}/tenant/7`, () => HttpResponse.json(tenant())),
      http.get(`${core}/tenant/7/admin`, () =>
        HttpResponse.json({ items: [{ ...ada, company_name: null, avatar_url: null }], total: 1 }),
      ),
    );
    const { person } = await openPage('/settings/core/tenant/7/admin');
    await person.click(await screen.findByRole('button', { name: 'Actions for Ada Reis' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Take rights away', hidden: true }));
    expect(await screen.findByText(/^This is the last admin of Casa Lumen/)).toBeTruthy();
  });

  it('asks before what was entered is lost', async () => {
    signedInAs(server, ['USER_MASTER']);
    listed([tenant()]);
    const { person } = await openPage('/settings/core/tenant');
    await person.click(await screen.findByRole('button', { name: 'New organisation' }));
    const drawer = await screen.findByRole('dialog', { name: 'New organisation' });
    await person.type(within(drawer).getByRole('textbox', { name: /Title/ }), 'X');
    await person.click(within(drawer).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await person.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull());
    await person.click(within(drawer).getByRole('button', { name: 'Cancel' }));
    const again = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await person.click(within(again).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New organisation' })).toBeNull());
  });
});
