import { useTranslation } from 'react-i18next';
import { formatSize } from '../../platform/i18n/format-size';
import { formatMoment } from '../../platform/i18n/moments';
import type { Conflict } from '../../platform/uploads/start-upload';
import classes from './ConflictDialog.module.css';

/** What tells the chosen file from the one that has its name: where, how large and how old. */
export function ConflictFacts({ conflict, folder }: { conflict: Conflict; folder: string }) {
  const { t, i18n } = useTranslation('activity_tray');
  const { kind, existing, file, path } = conflict;
  const place = path.split('/').at(-1) || folder;
  if (kind === 'duplicate') return <span className={classes['kind']}>{t('conflict.duplicate')}</span>;
  if (existing?.bytes == null || existing.modifiedAt === null) {
    return <span className={classes['kind']}>{t('conflict.exists', { folder: place })}</span>;
  }
  const facts = (bytes: number, seconds: number) => ({
    size: formatSize(bytes, i18n.language),
    when: formatMoment(seconds, i18n.language),
  });
  return (
    <>
      <span className={classes['kind']}>
        {t('conflict.there', { folder: place, ...facts(existing.bytes, existing.modifiedAt) })}
      </span>
      <span className={classes['kind']}>
        {t('conflict.new', facts(file.size, Math.floor(file.lastModified / 1000)))}
      </span>
    </>
  );
}
