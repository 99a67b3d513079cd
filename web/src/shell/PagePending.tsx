import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './PagePending.module.css';

export function PagePending() {
  const { t } = useTranslation();
  return (
    <div className={classes['root']} role="status" aria-label={t('loading')}>
      <Loader size={28} />
    </div>
  );
}
