import { IconAlbum } from '@tabler/icons-react';
import i18next from 'i18next';
import type { Notice, NoticeKind } from '../../../platform/registry/notices';

const place = ({ application_instance_id: appId, subject }: Notice) => ({
  to: `/content/${appId}/collections/${subject}`,
});

/** What the bell tells about collections. */
export const collectionNotices: readonly NoticeKind[] = [
  {
    kind: 'collection_shared',
    icon: IconAlbum,
    words: ({ person, name }) => i18next.t('collectionShared', { ns: 'content_notices', person, name }),
    place,
  },
  {
    kind: 'collection_given',
    icon: IconAlbum,
    words: ({ person, name }) => i18next.t('collectionGiven', { ns: 'content_notices', person, name }),
    place,
  },
];
