import { IconDownload, IconMessageReply } from '@tabler/icons-react';
import i18next from 'i18next';
import { type Notice, type NoticeKind, placeOfEntry } from '../../platform/registry/notices';
import { hashOf } from './request-hash';

/** For how many days somebody may download; null: not at all. */
function daysOf(detail: Readonly<Record<string, unknown>>): number | null {
  const { days } = detail;
  return typeof days === 'number' ? days : null;
}

/** What an answer is for: a file alone, a folder, or the folder of the entry, which is closed to the reader. */
function answeredOf({ detail, about }: Notice): 'file' | 'folder' | 'closed' {
  if ('is_file' in detail && detail['is_file'] === true) return 'file';
  return about?.title != null ? 'folder' : 'closed';
}

export const noticeKinds: readonly NoticeKind[] = [
  {
    kind: 'download_asked',
    icon: IconDownload,
    words: ({ notice, person, name }) =>
      notice.entry?.node_type === 'file'
        ? i18next.t('asked.file', { ns: 'usage_notices', person, name })
        : i18next.t('asked.folder', { ns: 'usage_notices', person, name }),
    // To the request itself, with its buttons.
    place: (notice) => placeOfEntry(notice, hashOf(notice.subject)),
  },
  {
    kind: 'download_answered',
    icon: IconMessageReply,
    words: ({ notice, person, name }) => {
      const count = daysOf(notice.detail);
      const of = answeredOf(notice);
      const what = notice.about?.title ?? name;
      return count === null
        ? i18next.t(`refused.${of}`, { ns: 'usage_notices', person, name: what })
        : i18next.t(`allowed.${of}`, { ns: 'usage_notices', person, name: what, count });
    },
    place: (notice) => placeOfEntry(notice, 'usage'),
  },
];
