import type { Schema } from '../../../platform/api/client';

export type UserGroup = Schema<'UserGroup'>;

export const groupsPath = '/api/core/usergroup';
