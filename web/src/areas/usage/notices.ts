import { IconDownload, IconMessageReply } from '@tabler/icons-react';
import i18next from 'i18next';
import { type NoticeKind, placeOfEntry } from '../../platform/registry/notices';

/** For how many days somebody may download; null: not at all. */
function daysOf(detail: Readonly<Record<string, unknown>>): number | null {
  const { days } = detail;
  return typeof days === 'number' ? days : null;
}

export const noticeKinds: readonly NoticeKind[] = [
  {
    kind: 'download_asked',
    icon: IconDownload,
    words: ({ person, name }) => i18next.t('asked', { ns: 'usage_notices', person, name }),
    place: (notice) => placeOfEntry(notice, 'usage'),
  },
  {
    kind: 'download_answered',
    icon: IconMessageReply,
    words: ({ notice, person, name }) => {
      const days = daysOf(notice.detail);
      return days === null
        ? i18next.t('refused', { ns: 'usage_notices', person, name })
        : i18next.t('allowed', { ns: 'usage_notices', person, name, count: days });
    },
    place: (notice) => placeOfEntry(notice, 'usage'),
  },
];
