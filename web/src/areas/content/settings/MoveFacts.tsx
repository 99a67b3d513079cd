import { Loader } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { formatSize } from '../../../platform/i18n/format-size';
import type { RepositorySettings } from './file-server';
import classes from './RepositoryMove.module.css';
import { useMoveCheck } from './repository-move';

/** How much would move to the file server that is chosen, and whether there is room. */
export function MoveFacts({ appId, repository }: { appId: number; repository: RepositorySettings }) {
  const { t, i18n } = useTranslation('content_settings');
  const chosen: number | null = useWatch({ name: 'file_server_id' });
  const { data, error } = useMoveCheck(appId, repository, chosen);
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  if (chosen === null) return null;
  if (error) {
    return (
      <p role="alert" className={classes['wrong']}>
        {isProblem(error) ? error.message : t('moves.silent')}
      </p>
    );
  }
  if (!data) {
    return (
      <p role="status" className={classes['facts']}>
        <Loader size="xs" aria-hidden /> {t('moves.looking')}
      </p>
    );
  }
  const files = t('moves.files', { count: data.files });
  return (
    <div role="status" className={classes['facts']}>
      <p>{t('moves.facts', { count: data.files, files, size: size(data.bytes) })}</p>
      {data.free_bytes !== null && data.fits && <p>{t('moves.free', { size: size(data.free_bytes) })}</p>}
      {data.free_bytes !== null && !data.fits && (
        <p className={classes['wrong']}>{t('moves.no_room', { size: size(data.free_bytes) })}</p>
      )}
      {data.folder_taken === 'by_repository' && <p className={classes['wrong']}>{t('moves.folder_taken')}</p>}
      {data.folder_taken === 'not_empty' && <p className={classes['wrong']}>{t('moves.folder_not_empty')}</p>}
    </div>
  );
}
