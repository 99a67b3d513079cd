import { useTranslation } from 'react-i18next';
import { EntryLink } from './EntryLink';
import { EntryPicture } from './EntryPicture';
import classes from './FavouriteStrip.module.css';
import { HomeSection } from './HomeSection';
import type { Favourite } from './home-queries';
import { Strip } from './Strip';

/** So many are shown; their screen has all. */
const MOST = 15;

type Props = { appId: number; favourites: readonly Favourite[]; more: boolean };

/** The user's favourites as pictures; the name shows where the pointer or the keyboard is. */
export function FavouriteStrip({ appId, favourites, more }: Props) {
  const { t } = useTranslation('content');
  return (
    <HomeSection
      title={t('favourites.title')}
      appId={appId}
      count={favourites.length}
      more={more}
      all="/content/$appId/favourites"
    >
      <Strip cards="five">
        {favourites.slice(0, MOST).map((entry) => (
          <li key={entry.node_id}>
            <EntryLink appId={appId} entry={entry} className={classes['picture']}>
              <EntryPicture appId={appId} entry={entry} width={108} height={88} />
              <span className={classes['name']}>{entry.name}</span>
            </EntryLink>
          </li>
        ))}
      </Strip>
    </HomeSection>
  );
}
