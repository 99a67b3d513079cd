import type { Schema } from '../../../platform/api/client';
import type { User } from '../../../platform/session/account';

export type Member = Schema<'Member'>;

export const membersPath = '/api/core/usergroup/{user_group_id}/users';
export const memberPath = '/api/core/usergroup/{user_group_id}/users/{users_id}';
export const candidatesPath = '/api/core/usergroup/{user_group_id}/users/candidate';
export const groupPath = '/api/core/usergroup/{user_group_id}';
export const externalPath = '/api/core/company/usergroup/{user_group_id}';

/**
 * Whether the server lets a manager of the group invite companies: admins of its tenant, and managers whose home it is.
 */
export function mayInvite(
  user: Pick<User, 'tenant_id'>,
  group: Pick<Schema<'UserGroup'>, 'administered' | 'tenant_id'>,
) {
  return group.administered || user.tenant_id === group.tenant_id;
}
