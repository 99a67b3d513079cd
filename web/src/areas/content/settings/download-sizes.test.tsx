import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

type Preset = Schema<'Preset'>;

const server = startServer();
const presets = 'http://vitrine.test/api/app/4/rendition/preset';
const tenant = {
  ...{ tenant_id: 7, title: 'Casa Lume', key: 'casa-lume', cnpj: null, app_instance_ids: [4], theme: null },
  ...{ active: true, created_at: 0, version: 3 },
};
const square: Preset = {
  ...{ preset_id: 1, name: 'Square', tenant_id: 7, tenant_title: 'Casa Lume', width: 1080, height: 1080 },
  ...{ fit: 'cover', format: 'jpeg', quality: 85, background: null, enlarge: false, version: 2 },
};
let items: Preset[];
const sent: unknown[] = [];

beforeEach(() => {
  items = [];
  sent.length = 0;
  signedInAs(server, ['USER_ADMIN'], [application(4, 'content')]);
  server.use(
    http.get('http://vitrine.test/api/core/tenant', () => HttpResponse.json({ items: [tenant], total: 1 })),
    http.get(presets, () => HttpResponse.json({ items, total: items.length })),
    http.post(`${presets}/usual`, async ({ request }) => {
      sent.push(await request.json());
      items = [square];
      return HttpResponse.json({ items, total: 1 }, { status: 201 });
    }),
    http.post(presets, async ({ request }) => {
      sent.push(await request.json());
      items = [square];
      return HttpResponse.json(square, { status: 201 });
    }),
    http.put(`${presets}/1`, async ({ request }) => {
      sent.push([request.headers.get('if-match'), await request.json()]);
      return HttpResponse.json({ ...square, version: 3 });
    }),
    http.delete(`${presets}/1`, () => {
      items = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

it('begins with the usual sizes by one click', async () => {
  const { person } = await openPage('/content/4/settings/download_size');
  const usual = () => screen.getByRole('button', { name: 'Add usual sizes' });
  await waitFor(() => expect(usual()).toHaveProperty('disabled', false));
  await person.click(usual());
  await screen.findByText('Square');
  expect(sent).toEqual([{ tenant_id: 7 }]);
  expect(screen.getByText('1,080 × 1,080, Edges cut off')).toBeTruthy();
  expect(screen.getByText('JPEG, quality 85')).toBeTruthy();
});

it('makes a size, changes it, and deletes it', async () => {
  const { person } = await openPage('/content/4/settings/download_size');
  await person.click(await screen.findByRole('button', { name: 'New download size' }));
  const made = within(await screen.findByRole('dialog'));
  await person.click(made.getByRole('button', { name: 'Create' }));
  expect(await made.findByText('This field is required')).toBeTruthy();
  await person.type(made.getByRole('textbox', { name: /^Name/ }), 'Square');
  await person.clear(made.getByRole('textbox', { name: /^Width/ }));
  await person.type(made.getByRole('textbox', { name: /^Width/ }), '99999');
  await person.click(made.getByRole('button', { name: 'Create' }));
  expect(await made.findByText('1 to 16,000 pixels, 64 million in all')).toBeTruthy();
  await person.clear(made.getByRole('textbox', { name: /^Width/ }));
  await person.type(made.getByRole('textbox', { name: /^Width/ }), '1080');
  await person.click(made.getByRole('button', { name: 'Create' }));
  const form = { name: 'Square', width: 1080, height: 1080, fit: 'cover', format: 'jpeg', quality: 85 };
  await waitFor(() => expect(sent).toEqual([{ ...form, background: null, enlarge: false, tenant_id: 7 }]));

  await person.click(await screen.findByRole('button', { name: /^Square/ }));
  const changed = within(await screen.findByRole('dialog'));
  await person.clear(changed.getByRole('textbox', { name: /^Height/ }));
  await person.type(changed.getByRole('textbox', { name: /^Height/ }), '1920');
  await person.click(changed.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual(['"2"', { ...form, height: 1920, background: null, enlarge: false }]);
});
