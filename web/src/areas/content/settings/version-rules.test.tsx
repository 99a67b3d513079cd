import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const rules = 'http://vitrine.test/api/app/4/version/rule/tenant';
const tenant = (tenant_id: number, title: string, app_instance_ids: number[]) => ({
  ...{ tenant_id, title, key: `t${tenant_id}`, cnpj: null, app_instance_ids, theme: null },
  ...{ active: true, created_at: 0, version: 3 },
});
const sent: unknown[] = [];
let expiring = { versions: 0, files: 0, at_least: false };

beforeEach(() => {
  sent.length = 0;
  expiring = { versions: 0, files: 0, at_least: false };
  signedInAs(server, ['USER_ADMIN'], [application(4, 'content')]);
  const items = [tenant(7, 'Casa Lume', [4]), tenant(8, 'Estúdio', [4]), tenant(9, 'Elsewhere', [5])];
  server.use(
    http.get('http://vitrine.test/api/core/tenant', () => HttpResponse.json({ items, total: 3 })),
    http.get(`${rules}/7`, () => HttpResponse.json({ most: 20, days: null })),
    http.get(`${rules}/8`, () => HttpResponse.json({ most: null, days: 90 })),
    http.post(`${rules}/7/check`, () => HttpResponse.json(expiring)),
    http.put(`${rules}/7`, async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return HttpResponse.json(body);
    }),
  );
});

it('shows the rule of each organisation that has the library, and changes one', async () => {
  const { person } = await openPage('/content/4/settings/version');
  const lume = within(await screen.findByRole('region', { name: 'Casa Lume' }));
  const most = await lume.findByRole('textbox', { name: 'Earlier versions of each file' });
  expect(most).toHaveProperty('value', '20');
  const other = within(screen.getByRole('region', { name: 'Estúdio' }));
  expect(await other.findByRole('textbox', { name: 'Days' })).toHaveProperty('value', '90');
  expect(screen.queryByRole('region', { name: 'Elsewhere' })).toBeNull();

  await person.clear(most);
  await person.type(most, '1001');
  await person.click(lume.getByRole('button', { name: 'Save' }));
  expect(await lume.findByText('0 to 1,000')).toBeTruthy();
  await person.clear(most);
  await person.type(lume.getByRole('textbox', { name: 'Days' }), '30');
  await person.click(lume.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ most: null, days: 30 }]));
  expect(await screen.findByText('Casa Lume was saved')).toBeTruthy();
});

it('says what a stricter rule deletes, and saves it only after a yes', async () => {
  expiring = { versions: 12, files: 1, at_least: false };
  const { person } = await openPage('/content/4/settings/version');
  const lume = within(await screen.findByRole('region', { name: 'Casa Lume' }));
  const most = await lume.findByRole('textbox', { name: 'Earlier versions of each file' });
  await person.clear(most);
  await person.type(most, '2');
  await person.click(lume.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete earlier versions?' }));
  expect(question.getByText(/12 earlier versions of 1 file are deleted for good/)).toBeTruthy();
  await person.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
  expect(most).toHaveProperty('value', '2');
  await person.click(lume.getByRole('button', { name: 'Save' }));
  await person.click(await screen.findByRole('button', { name: 'Save and delete' }));
  await waitFor(() => expect(sent).toEqual([{ most: 2, days: null }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
