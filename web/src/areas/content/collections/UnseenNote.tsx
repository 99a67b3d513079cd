import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unseenQuery } from './api';
import type { Principal } from './collection-types';
import classes from './UnseenNote.module.css';

type Props = { appId: number; collectionId: number; principal: Principal; name: string };

/** Tells the owner of a collection how much of it somebody does not see, as far as the owner may know. */
export function UnseenNote({ appId, collectionId, principal, name }: Props) {
  const { t } = useTranslation('content_actions');
  const { data } = useQuery(unseenQuery(appId, collectionId, principal));
  if (!data) return null;
  const { known, unseen, others } = data;
  const words = [
    unseen > 0 && t('collection.unseen', { name, count: unseen, known }),
    others && t(known > 0 ? 'collection.unseenOthers' : 'collection.unseenUnknown', { name }),
  ].filter((line) => line !== false);
  if (words.length === 0) return null;
  return (
    <p className={classes['note']} data-warns={unseen > 0 || undefined}>
      {words.join(' ')}
    </p>
  );
}
