import { IconInbox } from '@tabler/icons-react';
import i18next from 'i18next';
import { type NoticeKind, placeOfEntry } from '../../../platform/registry/notices';
import { receivedHash } from './received-hash';

/** What the bell tells about files that visitors of links have sent. */
export const receivedNotices: readonly NoticeKind[] = [
  {
    kind: 'files_received',
    icon: IconInbox,
    words: ({ name, count }) => i18next.t('filesReceived', { ns: 'content_notices', name, count }),
    place: (notice) => {
      const place = placeOfEntry(notice);
      return place && { ...place, hash: receivedHash };
    },
  },
];
