import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './LinkRow.module.css';
import type { ShareLink } from './links';

/** So many entries are named. */
const NAMED = 3;

type Props = { appId: number; link: ShareLink; leave?: (() => void) | undefined };

/** What a link shows, by name, with the way there. */
export function LinkEntries({ appId, link, leave }: Props) {
  const { t } = useTranslation('content_actions');
  const more = link.entries.length - NAMED;
  if (link.entries.length === 0) return null;
  return (
    <span className={classes['entries']}>
      {link.entries.slice(0, NAMED).map((entry) => (
        <Link
          key={entry.node_id}
          className={classes['entry'] ?? ''}
          to="/content/$appId/actions/entry/info/$nodeId"
          params={{ appId, nodeId: entry.node_id }}
          {...(leave !== undefined && { onClick: leave })}
        >
          {entry.name}
        </Link>
      ))}
      {more > 0 && <span>{t('link.more', { count: more })}</span>}
    </span>
  );
}
