import { expect, it } from 'vitest';
import { adminsSteps, mastersSteps, nextStep } from './steps';

const nothing = { hasContentInstance: false, firstTenant: null, firstTenantHasAdmin: false };

it.each([
  [nothing, 'instance', '/settings/core/application_instance'],
  [{ ...nothing, hasContentInstance: true }, 'tenant', '/settings/core/tenant'],
  [{ hasContentInstance: true, firstTenant: 4, firstTenantHasAdmin: false }, 'admin', '/settings/core/tenant/4/admin'],
  [{ hasContentInstance: true, firstTenant: 4, firstTenantHasAdmin: true }, undefined, undefined],
])('a master with %j goes on with %s', (state, key, to) => {
  const next = nextStep(mastersSteps(state));
  expect([next?.key, next?.to]).toEqual([key, to]);
});

const empty = { appId: 7, hasFileServer: false, repository: null, group: null, hasPeople: false };
const repository = { nodeId: 41, isEmpty: true, isShared: false };
const group = { id: 5, companyId: 2, hasMembers: false };
const ready = { ...empty, hasFileServer: true, repository, group };

it.each([
  [empty, 'file_server', '/content/7/settings/file_server'],
  [{ ...empty, hasFileServer: true }, 'repository', '/content/7/settings/repository'],
  [{ ...ready, group: null }, 'group', '/settings/core/group'],
  [ready, 'people', '/settings/core/user'],
  [{ ...ready, hasPeople: true }, 'people', '/settings/core/company/2/group/5/users'],
  [{ ...ready, group: { ...group, hasMembers: true } }, 'access', '/content/7/settings/repository'],
  [
    { ...ready, group: { ...group, hasMembers: true }, repository: { ...repository, isShared: true } },
    'upload',
    '/content/7/navigation/41',
  ],
  [
    { ...ready, group: { ...group, hasMembers: true }, repository: { nodeId: 41, isEmpty: false, isShared: true } },
    undefined,
    undefined,
  ],
  [{ ...empty, repository }, 'group', '/settings/core/group'],
  [{ ...empty, repository: { nodeId: 41, isEmpty: false, isShared: true } }, undefined, undefined],
])('an admin with %j goes on with %s', (state, key, to) => {
  const next = nextStep(adminsSteps(state));
  expect([next?.key, next?.to]).toEqual([key, to]);
});
