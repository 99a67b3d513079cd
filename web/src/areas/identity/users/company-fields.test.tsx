import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

it('a missing tenant is missed at its own field, and not at the closed one of its companies', async () => {
  signedInAs(server, ['USER_MASTER']);
  const tenants = [7, 8].map((tenant_id) => ({ tenant_id, title: `Tenant ${tenant_id}` }));
  const companies = [3, 4].map((company_id) => ({ company_id, name: `Company ${company_id}` }));
  server.use(
    http.get(`${core}/tenant`, () => HttpResponse.json({ items: tenants, total: 2 })),
    http.get(`${core}/company/tenant/7`, () => HttpResponse.json({ items: companies, total: 2 })),
  );
  const { person } = await openPage('/settings/core/user');
  await person.click(await screen.findByRole('button', { name: 'New user' }));
  const form = within(await screen.findByRole('dialog'));
  const tenant = await form.findByRole('combobox', { name: /^Organisation/ });
  const company = form.getByRole('combobox', { name: /^Company/ });
  const isWrong = () => [tenant, company].map((field) => field.getAttribute('aria-invalid') === 'true');
  await person.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(isWrong()).toEqual([true, false]));
  await person.click(tenant);
  await person.keyboard('{ArrowDown}{Enter}');
  expect(tenant).toHaveProperty('value', 'Tenant 7');
  await waitFor(() => expect(isWrong()).toEqual([false, false]));
  await person.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(isWrong()).toEqual([false, true]));
});
