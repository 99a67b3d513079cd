import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { ruleText } from '../platform/i18n/rule-text';
import type { Role } from '../platform/session/account';
import { signedInAs } from '../testing/account';
import { openPage } from '../testing/open-page';
import { startServer } from '../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

type Form = {
  path: string;
  role: Role;
  /** The button that opens it; without one, the form is on the page. */
  open?: RegExp;
  send: string;
  /** By the names in the API. */
  labels: Readonly<Record<string, RegExp>>;
};

const tenant = {
  ...{ tenant_id: 7, title: 'Casa Lumen', key: 'casa-lumen', cnpj: null, app_instance_ids: [], theme: null },
  ...{ active: true, created_at: 0, version: 3 },
};
const quota = {
  ...{ quota_id: 3, tenant_id: 7, service: 'synthetic_image', type_of_billing: 'prepaid', balance: 0, reserved: 0 },
  ...{ available: 0, balance_limit: 0, monthly_credit: 0, next_reset_at: 0, version: 1 },
};

const key = /^Key/;
const title = /^Title/;

/** The forms of `docs/form-rules.tsv`; `server/tests/it/form_rules.rs` checks the server with the same table. */
const forms: Readonly<Record<string, Form>> = {
  instance: {
    path: '/settings/core/application_instance',
    role: 'USER_MASTER',
    open: /^New instance$/,
    send: 'Create',
    labels: {
      application_instance_title: title,
      application_id: /^Application/,
      access_url: /^Access URL/,
      config: /^Configuration/,
    },
  },
  theme: {
    path: '/settings/core/theme?edit=new',
    role: 'USER_MASTER',
    send: 'Create',
    labels: { theme_title: title, theme_key: key, tenant_id: /^Organisation \*/ },
  },
  'new tenant': {
    path: '/settings/core/tenant',
    role: 'USER_MASTER',
    open: /^New organisation$/,
    send: 'Create',
    labels: { title, key, cnpj: /^CNPJ/ },
  },
  tenant: {
    path: '/settings/core/tenant',
    role: 'USER_MASTER',
    open: /^Casa Lumen/,
    send: 'Save',
    labels: { tenant_title: title },
  },
  company: {
    path: '/settings/core/company',
    role: 'USER_ADMIN',
    open: /^New company$/,
    send: 'Create',
    labels: { name: /^Name/, key, cnpj: /^CNPJ/ },
  },
  group: {
    path: '/settings/core/group',
    role: 'USER_ADMIN',
    open: /^New group$/,
    send: 'Create',
    labels: { group_title: title, group_key: key },
  },
  quota: {
    path: '/settings/core/tenant/7/quotas',
    role: 'USER_MASTER',
    open: /^Change$/,
    send: 'Save',
    labels: { balance_limit: /^Balance limit/, monthly_credit: /^Monthly credit/ },
  },
  deposit: {
    path: '/settings/core/tenant/7/quotas',
    role: 'USER_MASTER',
    open: /^Add credit$/,
    send: 'Add credit',
    labels: { amount: /^Credits/, note: /^Note/ },
  },
  user: {
    path: '/settings/core/user',
    role: 'USER_ADMIN',
    open: /^New user$/,
    send: 'Create',
    labels: { name: /^Name/, email: /^E-mail/, password: /^First password/ },
  },
};

const rows = readFileSync('../docs/form-rules.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string, string]);

function typed(text: string): string {
  const [letter, times] = text.split('×');
  return times === undefined ? text : (letter ?? '').repeat(Number(times));
}

/** The message below a field. */
function said(input: HTMLElement): string {
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('');
}

afterEach(cleanup);

it.each(rows)('%s: %s typed as "%s" breaks the rule %s', async (name, field, text, rule) => {
  const form = forms[name];
  const label = form?.labels[field];
  if (form === undefined || label === undefined) throw new Error(`There is no ${field} in the form ${name}.`);
  signedInAs(server, ['USER_REGULAR', form.role]);
  server.use(
    http.get(`${core}/tenant`, () => HttpResponse.json({ items: [tenant, { ...tenant, tenant_id: 8 }], total: 2 })),
    http.get(`${core}/quota/time_zone/tenant/7`, () => HttpResponse.json({ time_zone: 'UTC', is_default: true })),
    http.get(`${core}/quota/tenant/7`, () => HttpResponse.json({ items: [quota], total: 1 })),
  );
  const { person } = await openPage(form.path);
  if (form.open !== undefined) {
    const buttons = await screen.findAllByRole('button', { name: form.open });
    await person.click(buttons[0] as HTMLElement);
  }
  const scope = within(form.open === undefined ? document.body : await screen.findByRole('dialog'));
  const send = await scope.findByRole('button', { name: form.send });
  const input = scope.getAllByLabelText(label)[0] as HTMLElement;
  if (input.getAttribute('aria-haspopup') !== 'listbox') fireEvent.change(input, { target: { value: typed(text) } });
  await person.click(send);
  const [first = ''] = ruleText(`form_rules.${rule}`, { name: '§', min: '§', max: '§' })
    .split('§')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  await waitFor(() => expect(said(input)).toContain(first));
});
