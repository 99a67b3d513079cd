/** The acts that have words; others are shown by the id of their operation. */
export const acts = [
  'login',
  'logout',
  'reset_password',
  'update_user',
  'folder_create',
  'file_create',
  'file_upload',
  'file_upload_append',
  'entry_rename',
  'entry_remove',
  'entry_restore',
  'bin_purge',
  'rendition_discard',
  'grant_create',
  'grant_remove',
  'file_server_create',
  'file_server_update',
  'repository_create',
  'repository_update',
  'application_instance_create',
  'application_instance_update',
  'quota_create',
  'quota_update',
  'quota_deposit',
  'theme_create',
  'theme_update',
  'theme_delete',
  'theme_assign_tenant',
  'theme_unassign_tenant',
  'theme_assign_group',
  'theme_unassign_group',
  'first_start',
] as const;

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
] as const;

export function knownAct(what: string): (typeof acts)[number] | undefined {
  return acts.find((act) => act === what);
}

export function knownKind(kind: string): (typeof objectKinds)[number] | undefined {
  return objectKinds.find((one) => one === kind);
}
