import { IconFolder } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { EntryName } from '../browser/EntryName';
import { TypeBadge } from '../browser/TypeBadge';
import { FavouriteStar } from '../favourites/FavouriteStar';
import { ago } from './ago';
import classes from './ContinueCard.module.css';
import { EntryLink } from './EntryLink';
import { EntryPicture } from './EntryPicture';
import type { Recent } from './home-queries';

/** How large a picture of the strip is on the widest page. */
const [WIDTH, HEIGHT] = [398, 132];

/** A folder or file that the user opened: how far they came, or what is new there since. */
export function ContinueCard({ appId, recent, now }: { appId: number; recent: Recent; now: number }) {
  const { t, i18n } = useTranslation('content_home');
  const isFile = recent.node_type === 'file';
  const { pages } = recent.preview;
  const read = recent.position !== null && pages !== null ? Math.min(1, recent.position / pages) : null;
  return (
    <div className={classes['card']}>
      <EntryLink appId={appId} entry={recent} className={classes['link']} page={recent.position}>
        <span className={classes['picture']}>
          <EntryPicture appId={appId} entry={recent} width={WIDTH} height={HEIGHT} />
          {isFile && <TypeBadge entry={recent} />}
          {read !== null && (
            <span className={classes['read']} style={{ width: `${100 * read}%` }} data-read aria-hidden />
          )}
        </span>
        <span className={classes['words']}>
          <span className={classes['name']} data-folder={!isFile || undefined}>
            {!isFile && <IconFolder className={classes['icon'] ?? ''} size={18} stroke={1.7} aria-hidden />}
            <EntryName name={recent.name} whole={!isFile} />
          </span>
          <span className={classes['facts']}>{factsOf(recent, t, ago(recent.visited_at, now, i18n.language))}</span>
        </span>
      </EntryLink>
      <span className={classes['star']}>
        <FavouriteStar appId={appId} entry={recent} />
      </span>
    </div>
  );
}

function factsOf(
  { node_type, new_items, position, preview }: Recent,
  t: TFunction<'content_home'>,
  when: string,
): string {
  if (new_items > 0) return t('newSince', { count: new_items });
  if (node_type !== 'file') return t('opened', { when });
  if (position !== null && preview.pages !== null) {
    return t('page', { page: Math.min(position, preview.pages), pages: preview.pages, when });
  }
  return t('viewed', { when });
}
