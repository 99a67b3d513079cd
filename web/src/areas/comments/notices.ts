import { IconAt, IconCheck, IconMessageCircle, IconMessages } from '@tabler/icons-react';
import i18next from 'i18next';
import { type Notice, type NoticeKind, placeOfEntry } from '../../platform/registry/notices';
import { hashOf } from './thread-hash';

/** The entry, with the comments beside it at their thread. */
const place = (notice: Notice) => placeOfEntry(notice, hashOf(notice.about?.target ?? null));

export const noticeKinds: readonly NoticeKind[] = [
  {
    kind: 'comment_mention',
    icon: IconAt,
    words: ({ person, name }) => i18next.t('mention', { ns: 'comments_notices', person, name }),
    place,
  },
  {
    kind: 'comment_answer',
    icon: IconMessages,
    words: ({ person, name, count }) => i18next.t('answer', { ns: 'comments_notices', person, name, count }),
    place,
  },
  {
    kind: 'comment_file',
    icon: IconMessageCircle,
    words: ({ person, name, count }) => i18next.t('file', { ns: 'comments_notices', person, name, count }),
    place,
  },
  {
    kind: 'comment_resolved',
    icon: IconCheck,
    words: ({ person, name }) => i18next.t('resolved', { ns: 'comments_notices', person, name }),
    place,
  },
];
