import { IconCloudUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './DropOverlay.module.css';

/** Covers the list while files are dragged over it, and names the target; over a folder's card it steps back. */
export function DropOverlay({ folder, onCard }: { folder: string; onCard: boolean }) {
  const { t } = useTranslation('content');
  return (
    <div className={classes['overlay']} data-on-card={onCard || undefined} role="status">
      <div className={classes['words']}>
        <IconCloudUpload size={40} stroke={1.5} aria-hidden />
        <span className={classes['title']}>{t('drop.title', { folder })}</span>
        <span className={classes['hint']}>{t('drop.hint')}</span>
      </div>
    </div>
  );
}
