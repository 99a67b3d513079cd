/** The steps of the set-up, in order: each is done when the thing that it creates exists. */

type StepKey =
  | 'instance'
  | 'tenant'
  | 'admin'
  | 'file_server'
  | 'repository'
  | 'group'
  | 'people'
  | 'access'
  | 'upload';

export type Step = { key: StepKey; done: boolean; to: string };

/** What a master has created so far. */
export type MastersState = {
  hasContentInstance: boolean;
  firstTenant: number | null;
  firstTenantHasAdmin: boolean;
};

export function mastersSteps({ hasContentInstance, firstTenant, firstTenantHasAdmin }: MastersState): readonly Step[] {
  const admins = firstTenant === null ? '/settings/core/tenant' : `/settings/core/tenant/${firstTenant}/admin`;
  return [
    { key: 'instance', done: hasContentInstance, to: '/settings/core/application_instance' },
    { key: 'tenant', done: firstTenant !== null, to: '/settings/core/tenant' },
    { key: 'admin', done: firstTenantHasAdmin, to: admins },
  ];
}

/** What an admin has created so far with one content application. */
export type AdminsState = {
  appId: number;
  hasFileServer: boolean;
  repository: { nodeId: number; isEmpty: boolean; isShared: boolean } | null;
  group: { id: number; companyId: number; hasMembers: boolean } | null;
  hasPeople: boolean;
};

export function adminsSteps({ appId, hasFileServer, repository, group, hasPeople }: AdminsState): readonly Step[] {
  const settings = `/content/${appId}/settings`;
  const members = group === null ? '' : `/settings/core/company/${group.companyId}/group/${group.id}/users`;
  return [
    // A repository is on one, which may be the master's.
    { key: 'file_server', done: hasFileServer || repository !== null, to: `${settings}/file_server` },
    { key: 'repository', done: repository !== null, to: `${settings}/repository` },
    { key: 'group', done: group !== null, to: '/settings/core/group' },
    {
      key: 'people',
      done: group?.hasMembers ?? false,
      // An existing account only has to be added to the group.
      to: hasPeople && group !== null ? members : '/settings/core/user',
    },
    { key: 'access', done: repository?.isShared ?? false, to: `${settings}/repository` },
    {
      key: 'upload',
      done: repository !== null && !repository.isEmpty,
      to: `/content/${appId}/navigation/${repository?.nodeId ?? 'home'}`,
    },
  ];
}

/**
 * The first step that is not done, if there is one. After the first upload the guide is over, even if a step was
 * skipped.
 */
export function nextStep(steps: readonly Step[]): Step | undefined {
  if (steps.some((step) => step.key === 'upload' && step.done)) return undefined;
  return steps.find((step) => !step.done);
}
