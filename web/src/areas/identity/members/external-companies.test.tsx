import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();

function group(over: Partial<Schema<'UserGroup'>>): Schema<'UserGroup'> {
  return {
    ...{ user_group_id: 3, group_title: 'Studio', group_key: 'studio', active: true, theme: null, version: 1 },
    ...{ tenant_id: 1, tenant_title: 'Casa Lumen', company_id: 1, company_name: 'Casa Lumen', administered: false },
    ...{ application_ids: [], application_instance_ids: [], ...over },
  };
}

it.each([
  ['a manager at home in its tenant', group({}), true],
  ['a manager from another tenant', group({ tenant_id: 2 }), false],
  ['an admin of its tenant from another one', group({ tenant_id: 2, administered: true }), true],
])('inviting a company into a group is offered to whom the server lets: %s', async (_, studio, offered) => {
  signedInAs(server, ['USER_REGULAR', 'USER_MANAGER']);
  server.use(http.get('http://vitrine.test/api/core/usergroup/3', () => HttpResponse.json(studio)));
  await openPage('/settings/core/group/3/external_companies');
  await screen.findByText(/Studio/);
  expect(screen.queryByRole('button', { name: 'Invite a company' }) !== null).toBe(offered);
});
