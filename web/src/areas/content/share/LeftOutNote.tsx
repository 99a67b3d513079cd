import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lockWords } from '../browser/lock-words';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import classes from './ShareDialog.module.css';

/** So many entries are named. */
const NAMED = 5;

/** Which entries are not shared with the others, and why. */
export function LeftOutNote({ entries }: { entries: readonly Entry[] }) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const { t: ofLock } = useTranslation('content');
  const more = entries.length - NAMED;
  if (entries.length === 0) return null;
  return (
    <div className={`${classes['warning']} ${classes['terms']}`} role="note">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <div>
        {t('share.left_out', { count: entries.length })}
        <ul className={classes['left']}>
          {entries.slice(0, NAMED).map((entry) => (
            <li key={entry.node_id}>
              <strong dir="auto">{entry.name}</strong>
              {': '}
              {isClosed(entry) ? lockWords(entry, ofLock, i18n.language) : t('share.left_role')}
            </li>
          ))}
        </ul>
        {more > 0 && t('share.left_more', { count: more })}
      </div>
    </div>
  );
}
