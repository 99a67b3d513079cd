import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../platform/i18n/moments';
import type { RepositorySettings } from './file-server';
import classes from './RepositoryMove.module.css';
import { type Moving, obstacleWords } from './repository-move';

/** Why a move does not go on, since when, and what comes next. */
export function MoveObstacle({ repository, moving }: { repository: RepositorySettings; moving: Moving }) {
  const { t, i18n } = useTranslation('content_settings');
  const { state, waits_for, waits_since, file_server_label: label } = moving;
  if (waits_for === null) return null;
  const since = waits_since === null ? '' : formatMoment(waits_since, i18n.language);
  const isLeft = state === 'undoing' || state === 'clearing';
  return (
    <div role="status">
      <p className={classes['wrong']}>
        {obstacleWords(waits_for, { label, own: repository.file_server_label, since }, t)}
      </p>
      {state !== 'failed' && (
        <p className={classes['quiet']}>{isLeft ? t('moves.leave_hint', { label }) : t('moves.tries')}</p>
      )}
    </div>
  );
}
