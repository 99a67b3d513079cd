import { IconCircleCheck, IconCircleX, IconUserCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { type Notice, type NoticeKind, type NoticePlace, placeOfEntry } from '../../platform/registry/notices';

/** What the server adds to a notice. */
function detailOf({ detail }: Notice): Readonly<Record<string, unknown>> {
  return detail;
}

/** How many files somebody asks about together. */
function filesOf(notice: Notice): number {
  const { files } = detailOf(notice);
  return typeof files === 'number' ? files : 1;
}

const place = (notice: Notice) => placeOfEntry(notice, 'review');

/** Several files are found together. */
function placeOfAsked(notice: Notice): NoticePlace | null {
  if (filesOf(notice) === 1) return place(notice);
  return { to: `/content/${notice.application_instance_id}/reviews` };
}

export const noticeKinds: readonly NoticeKind[] = [
  {
    kind: 'review_asked',
    icon: IconUserCheck,
    words: ({ notice, person, name }) =>
      detailOf(notice)['again'] === true
        ? i18next.t('again', { ns: 'reviews_notices', name })
        : i18next.t('asked', { ns: 'reviews_notices', person, name, count: filesOf(notice) }),
    place: placeOfAsked,
  },
  {
    kind: 'review_answered',
    icon: IconCircleCheck,
    words: ({ notice, person, name }) => {
      const { approves, state } = detailOf(notice);
      if (approves !== true) return i18next.t('changes', { ns: 'reviews_notices', person, name });
      return state === 'approved'
        ? i18next.t('allApproved', { ns: 'reviews_notices', person, name })
        : i18next.t('approved', { ns: 'reviews_notices', person, name });
    },
    place,
  },
  {
    kind: 'review_withdrawn',
    icon: IconCircleX,
    words: ({ person, name }) => i18next.t('withdrawn', { ns: 'reviews_notices', person, name }),
    place,
  },
];
