import type { Schema } from '../../platform/api/client';

/** The acts of the log by subject: the ids of operations, and the names of a few commands of the server. */
export const actGroups = {
  session: [
    'login',
    'sign_in_refused',
    'provider_finish',
    'logout',
    'session_end',
    'session_end_others',
    'reset_password',
    'identity_password_link',
    'new_password',
    'change_email',
    'confirm_email',
    'second_factor_begin',
    'second_factor_confirm',
    'second_factor_remove',
    'recovery_codes_renew',
  ],
  people: [
    'user_create_with_admin',
    'user_batch_create',
    'update_user',
    'avatar_put',
    'avatar_remove',
    'external_account_put',
    'tenant_admin_add',
    'tenant_admin_remove',
    'invitation_create',
    'invitation_resend',
    'invitation_revoke',
    'invitation_accept',
    'invitation_join',
  ],
  organisation: [
    'tenant_create_with_company',
    'tenant_update',
    'tenant_delete',
    'tenant_time_zone_set',
    'company_create',
    'company_update',
    'company_delete',
    'group_create',
    'group_update',
    'group_member_put',
    'group_member_remove',
    'external_company_invite',
    'external_company_accept',
    'external_company_remove',
    'application_instance_create',
    'application_instance_update',
    'provider_put',
    'provider_remove',
  ],
  files: [
    'folder_create',
    'file_create',
    'file_upload',
    'file_upload_append',
    'entry_rename',
    'entry_remove',
    'entry_restore',
    'bin_purge',
    'bin_empty',
    'file_damaged',
    'rendition_discard',
    'grant_create',
    'grant_remove',
    'file_server_create',
    'file_server_update',
    'repository_create',
    'repository_update',
  ],
  themes: [
    'theme_create',
    'theme_update',
    'theme_logo_set',
    'theme_delete',
    'theme_assign_tenant',
    'theme_unassign_tenant',
    'theme_assign_group',
    'theme_unassign_group',
  ],
  quotas: ['quota_create', 'quota_update', 'quota_deposit'],
  messages: ['send_message', 'send_share_message'],
  commands: ['first_start', 'user create', 'user reset-password', 'restore', 'database_move'],
} as const;

type Act = (typeof actGroups)[keyof typeof actGroups][number];

export const acts: readonly Act[] = Object.values(actGroups).flat();

export const objectKinds = [
  'node',
  'users',
  'usergroup',
  'company',
  'tenant',
  'theme',
  'quota',
  'file_server',
  'application_instance',
  'invitation',
  'session',
  'installation',
] as const;

/** An act that has a text; a newer one is shown by its id. */
export function knownAct(what: string): Act | undefined {
  return acts.find((act) => act === what);
}

/** A sign-in that was refused without a check, after too many wrong ones. */
export function isLockOut({ what, changes }: Pick<Schema<'LogEntry'>, 'what' | 'changes'>): boolean {
  return what === 'sign_in_refused' && changes.some(({ field, after }) => field === 'reason' && after === 'locked');
}

export function knownKind(kind: string): (typeof objectKinds)[number] | undefined {
  return objectKinds.find((one) => one === kind);
}
