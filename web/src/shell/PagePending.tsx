import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ask, useReachable } from '../platform/api/connection';
import classes from './PagePending.module.css';
import { ServerAway } from './ServerAway';

/** A screen is loading; it waits while the server is gone. */
export function PagePending() {
  const { t } = useTranslation();
  const reachable = useReachable();
  if (!reachable) return <ServerAway description={t('offline')} again={() => void ask()} />;
  return (
    <div className={classes['root']} role="status" aria-label={t('loading')}>
      <Loader size={28} />
    </div>
  );
}
