import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/use-session';
import classes from '../folder/RepositoryCard.module.css';
import { CollectionCover } from './CollectionCover';
import type { Collection } from './collection-types';

/** About as wide as LibraryPage.module.css makes a card. */
const WIDTH = 320;

/** A collection with pictures of what the user sees in it. */
export function CollectionCard({ appId, collection }: { appId: number; collection: Collection }) {
  const { t } = useTranslation('content_actions');
  const own = useSession()?.usersId === collection.owner.users_id;
  const facts = [
    t('collection.items', { count: collection.item_count }),
    ...(own ? [] : [t('collection.by', { name: collection.owner.name })]),
  ];
  return (
    <Link
      className={classes['card']}
      to="/content/$appId/collections/$collectionId"
      params={{ appId, collectionId: collection.collection_id }}
    >
      <span className={classes['tray']}>
        <CollectionCover appId={appId} covers={collection.covers} width={WIDTH} />
      </span>
      <span className={classes['words']}>
        <span className={classes['title']} dir="auto">
          {collection.title}
        </span>
        <span className={classes['facts']}>{facts.join(' · ')}</span>
      </span>
    </Link>
  );
}
