import { useTranslation } from 'react-i18next';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import classes from './LockNote.module.css';

/** What others may do with an entry while somebody has locked it, and who ends that. Who it is stands beside it. */
export function LockNote({ entry }: { entry: Pick<Entry, 'locked' | 'is_locked_by_me' | 'node_type'> }) {
  const { t } = useTranslation('content_actions');
  if (!isClosed(entry)) return null;
  return <p className={classes['note']}>{t(entry.node_type === 'file' ? 'lock.rule.file' : 'lock.rule.folder')}</p>;
}
