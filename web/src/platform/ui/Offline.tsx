import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReachable } from '../api/connection';
import classes from './Offline.module.css';

/** A strip while the server cannot be reached; it disappears when the server is back. */
export function Offline() {
  const { t } = useTranslation();
  const reachable = useReachable();
  return (
    <div role="status">
      {!reachable && (
        <p className={classes['strip']} data-offline>
          <IconCloudOff size={18} stroke={1.7} aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
