import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './EntryLine.module.css';

/** A part of the page that could not be loaded. */
export function PartError({ retry }: { retry: () => void }) {
  const { t } = useTranslation('content_panel');
  return (
    <>
      <p className={classes['empty']}>{t('insights.failed')}</p>
      <Button size="xs" variant="default" mt={8} onClick={retry}>
        {t('insights.retry')}
      </Button>
    </>
  );
}
