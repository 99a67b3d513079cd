import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { FavouriteStar } from '../favourites/FavouriteStar';
import { EntryLink } from './EntryLink';
import { EntryPicture } from './EntryPicture';
import { HomeSection } from './HomeSection';
import type { Shared } from './home-queries';
import classes from './PersonCards.module.css';
import { Strip } from './Strip';

/** So many are shown; their screen has all. */
const MOST = 8;

type Props = { appId: number; shared: readonly Shared[]; more: boolean };

/** What others gave the user access to: who did, and what one may do there. */
export function SharedStrip({ appId, shared, more }: Props) {
  const { t } = useTranslation('content');
  const roles = { reader: t('role.reader'), writer: t('role.writer'), manager: t('role.manager') };
  return (
    <HomeSection title={t('home.shared')} appId={appId} count={shared.length} more={more} all="/content/$appId/shared">
      <Strip cards="two">
        {shared.slice(0, MOST).map((entry) => (
          <li key={entry.node_id} className={classes['starred']}>
            <EntryLink appId={appId} entry={entry} className={classes['card']}>
              <span className={classes['picture']}>
                <EntryPicture appId={appId} entry={entry} width={100} height={72} />
              </span>
              <span className={classes['words']}>
                <span className={classes['name']}>{entry.name}</span>
                {entry.given_by && (
                  <span className={classes['giver']}>
                    <PersonAvatar name={entry.given_by.name} src={entry.given_by.avatar_url} size={20} />
                    <span className={classes['person']}>{entry.given_by.name}</span>
                  </span>
                )}
                <span className={classes['role']}>{entry.role && roles[entry.role]}</span>
              </span>
            </EntryLink>
            <span className={classes['star']}>
              <FavouriteStar appId={appId} entry={entry} />
            </span>
          </li>
        ))}
      </Strip>
    </HomeSection>
  );
}
