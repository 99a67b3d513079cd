import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../platform/i18n/moments';
import { selectedApp } from '../../platform/session/memory';
import classes from './EndingSoon.module.css';
import { endingQuery } from './usage-queries';

/** So many are shown; the others end later. */
const SHOWN = 5;

/** Entries that the user looks after and that may not be used much longer, on home. */
export function EndingSoon() {
  const { t, i18n } = useTranslation('usage_panel');
  const id = useId();
  const appId = selectedApp('content');
  const [now] = useState(() => Date.now() / 1000);
  const { data } = useQuery({ ...endingQuery(appId ?? 0), enabled: appId !== null });
  const items = data?.items.slice(0, SHOWN) ?? [];
  if (appId === null || items.length === 0) return null;
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <h2 id={id} className={classes['title']}>
        {t('endingSoon')}
      </h2>
      <ul className={classes['list']}>
        {items.map(({ entry, usable_until: end }) => (
          <li key={entry.node_id}>
            <Link
              to="/content/$appId/actions/entry/info/$nodeId"
              params={{ appId, nodeId: entry.node_id }}
              hash="usage"
              className={classes['entry'] ?? ''}
            >
              <span className={classes['name']} dir="auto">
                {entry.name}
              </span>
              <span className={classes['end']} data-over={end <= now || undefined}>
                {t(end <= now ? 'endedOn' : 'until', { day: formatDay(end - 1, i18n.language) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
