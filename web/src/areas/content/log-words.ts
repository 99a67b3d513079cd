import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words what is done here. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'files',
      title: () => i18next.t('groups.files', { ns: 'system_log' }),
      order: 40,
      acts: {
        folder_create: () => i18next.t('what.folder_create', { ns: 'system_log' }),
        file_create: () => i18next.t('what.file_create', { ns: 'system_log' }),
        file_upload: () => i18next.t('what.file_upload', { ns: 'system_log' }),
        file_upload_append: () => i18next.t('what.file_upload_append', { ns: 'system_log' }),
        entry_rename: () => i18next.t('what.entry_rename', { ns: 'system_log' }),
        entry_remove: () => i18next.t('what.entry_remove', { ns: 'system_log' }),
        entry_restore: () => i18next.t('what.entry_restore', { ns: 'system_log' }),
        bin_purge: () => i18next.t('what.bin_purge', { ns: 'system_log' }),
        bin_empty: () => i18next.t('what.bin_empty', { ns: 'system_log' }),
        file_damaged: () => i18next.t('what.file_damaged', { ns: 'system_log' }),
        rendition_discard: () => i18next.t('what.rendition_discard', { ns: 'system_log' }),
        grant_create: () => i18next.t('what.grant_create', { ns: 'system_log' }),
        grant_remove: () => i18next.t('what.grant_remove', { ns: 'system_log' }),
        file_server_create: () => i18next.t('what.file_server_create', { ns: 'system_log' }),
        file_server_update: () => i18next.t('what.file_server_update', { ns: 'system_log' }),
        repository_create: () => i18next.t('what.repository_create', { ns: 'system_log' }),
        repository_update: () => i18next.t('what.repository_update', { ns: 'system_log' }),
      },
    },
  ],
  kinds: [
    { kind: 'node', order: 10, label: () => i18next.t('kinds.node', { ns: 'system_log' }) },
    { kind: 'file_server', order: 80, label: () => i18next.t('kinds.file_server', { ns: 'system_log' }) },
  ],
  fields: {
    flaw: () => i18next.t('fields.flaw', { ns: 'system_log' }),
    has_config: () => i18next.t('fields.has_config', { ns: 'system_log' }),
    hash: () => i18next.t('fields.hash', { ns: 'system_log' }),
    parent_id: () => i18next.t('fields.parent_id', { ns: 'system_log' }),
    size: () => i18next.t('fields.size', { ns: 'system_log' }),
    taken_at: () => i18next.t('fields.taken_at', { ns: 'system_log' }),
  },
  values: {
    'flaw missing': () => i18next.t('values.missing', { ns: 'system_log' }),
    'flaw other_bytes': () => i18next.t('values.other_bytes', { ns: 'system_log' }),
  },
  yesOrNo: ['has_config'],
};
