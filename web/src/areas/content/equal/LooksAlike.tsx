import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { Thumbnail } from '../entry/Thumbnail';
import type { Entry } from '../queries';
import classes from './AlsoIn.module.css';

const FRAME = { width: 74, height: 56, fit: 'cover' } as const;

/** The pictures that look like a picture; nothing if there are none. */
export function LooksAlike({ appId, entry }: { appId: number; entry: Entry }) {
  const { t } = useTranslation('content_actions');
  const heading = useId();
  const path = { application_instance_id: appId, node_id: entry.node_id };
  const asked = query.useQuery('get', '/api/app/{application_instance_id}/rendition/alike/{node_id}', {
    params: { path },
    headers: shownInPlace,
  });
  const pictures = asked.data?.items ?? [];
  if (pictures.length === 0) return null;
  return (
    <section className={classes['section']} aria-labelledby={heading}>
      <h3 id={heading} className={classes['title']}>
        {t('equal.looksAlike')}
      </h3>
      <ul className={classes['pictures']}>
        {pictures.map((picture) => (
          <li key={picture.node_id}>
            <Link
              className={classes['picture'] ?? ''}
              to="/content/$appId/navigation/$parentId"
              params={{ appId, parentId: picture.parent_id ?? 0 }}
              search={{ at: picture.node_id }}
              aria-label={picture.name}
              title={picture.name}
            >
              <Thumbnail appId={appId} entry={picture} frame={FRAME} iconSize={20} bare itself />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
