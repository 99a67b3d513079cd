import type { Schema } from '../../../platform/api/client';

export type Member = Schema<'Member'>;

export const membersPath = '/api/core/usergroup/{user_group_id}/users';
export const memberPath = '/api/core/usergroup/{user_group_id}/users/{users_id}';
export const candidatesPath = '/api/core/usergroup/{user_group_id}/users/candidate';
export const groupPath = '/api/core/usergroup/{user_group_id}';
export const externalPath = '/api/core/company/usergroup/{user_group_id}';
