import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words what is done here. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'files',
      title: () => i18next.t('groups.files', { ns: 'content_log' }),
      order: 40,
      acts: {
        folder_create: () => i18next.t('what.folder_create', { ns: 'content_log' }),
        file_create: () => i18next.t('what.file_create', { ns: 'content_log' }),
        file_upload: () => i18next.t('what.file_upload', { ns: 'content_log' }),
        file_upload_append: () => i18next.t('what.file_upload_append', { ns: 'content_log' }),
        entry_rename: () => i18next.t('what.entry_rename', { ns: 'content_log' }),
        entry_move: () => i18next.t('what.entry_move', { ns: 'content_log' }),
        entry_remove: () => i18next.t('what.entry_remove', { ns: 'content_log' }),
        entry_restore: () => i18next.t('what.entry_restore', { ns: 'content_log' }),
        bin_purge: () => i18next.t('what.bin_purge', { ns: 'content_log' }),
        bin_empty: () => i18next.t('what.bin_empty', { ns: 'content_log' }),
        selection_move: () => i18next.t('what.selection_move', { ns: 'content_log' }),
        selection_remove: () => i18next.t('what.selection_remove', { ns: 'content_log' }),
        selection_restore: () => i18next.t('what.selection_restore', { ns: 'content_log' }),
        selection_purge: () => i18next.t('what.selection_purge', { ns: 'content_log' }),
        selection_retry: () => i18next.t('what.selection_retry', { ns: 'content_log' }),
        selection_undo: () => i18next.t('what.selection_undo', { ns: 'content_log' }),
        file_damaged: () => i18next.t('what.file_damaged', { ns: 'content_log' }),
        cover_choose: () => i18next.t('what.cover_choose', { ns: 'content_log' }),
        rendition_discard: () => i18next.t('what.rendition_discard', { ns: 'content_log' }),
        grant_create: () => i18next.t('what.grant_create', { ns: 'content_log' }),
        grant_create_several: () => i18next.t('what.grant_create_several', { ns: 'content_log' }),
        grant_remove: () => i18next.t('what.grant_remove', { ns: 'content_log' }),
        file_server_create: () => i18next.t('what.file_server_create', { ns: 'content_log' }),
        file_server_update: () => i18next.t('what.file_server_update', { ns: 'content_log' }),
        repository_create: () => i18next.t('what.repository_create', { ns: 'content_log' }),
        repository_update: () => i18next.t('what.repository_update', { ns: 'content_log' }),
      },
    },
  ],
  between: {
    entry_move: (between) => i18next.t('between.entry_move', { ns: 'content_log', ...between }),
    entry_rename: (between) => i18next.t('between.entry_rename', { ns: 'content_log', ...between }),
  },
  kinds: [
    { kind: 'node', order: 10, label: () => i18next.t('kinds.node', { ns: 'content_log' }) },
    { kind: 'file_server', order: 80, label: () => i18next.t('kinds.file_server', { ns: 'content_log' }) },
  ],
  fields: {
    chosen_cover: () => i18next.t('fields.chosen_cover', { ns: 'content_log' }),
    entries: () => i18next.t('fields.entries', { ns: 'content_log' }),
    flaw: () => i18next.t('fields.flaw', { ns: 'content_log' }),
    has_config: () => i18next.t('fields.has_config', { ns: 'content_log' }),
    hash: () => i18next.t('fields.hash', { ns: 'content_log' }),
    marks: () => i18next.t('fields.marks', { ns: 'content_log' }),
    parent_id: () => i18next.t('fields.parent_id', { ns: 'content_log' }),
    size: () => i18next.t('fields.size', { ns: 'content_log' }),
    taken_at: () => i18next.t('fields.taken_at', { ns: 'content_log' }),
  },
  values: {
    'flaw missing': () => i18next.t('values.missing', { ns: 'content_log' }),
    'flaw other_bytes': () => i18next.t('values.other_bytes', { ns: 'content_log' }),
  },
  yesOrNo: ['chosen_cover', 'has_config'],
};
