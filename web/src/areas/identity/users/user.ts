import type { Schema } from '../../../platform/api/client';
import type { Role } from '../../../platform/session/account';

export type UserRecord = Schema<'UserRecord'>;

export const usersPath = '/api/core/users';

/** The word for each role except the one that everybody has. */
export const roleWords = {
  USER_MASTER: 'roles.master',
  USER_ADMIN: 'roles.admin',
  USER_MANAGER: 'roles.manager',
  USER_REGULAR: 'roles.regular',
} as const satisfies Record<Role, string>;

/** The user's roles, without the one that everybody has. */
export function telling(roles: readonly Role[]): readonly Role[] {
  const beyond = roles.filter((role) => role !== 'USER_REGULAR');
  return beyond.length === 0 ? ['USER_REGULAR'] : beyond;
}
