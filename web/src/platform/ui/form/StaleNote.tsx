import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './StaleNote.module.css';

type Props = { showTheirs: () => Promise<void>; saveAnyway: () => Promise<void> };

/** Two people have edited the same thing: an explanation, and the two choices. */
export function StaleNote({ showTheirs, saveAnyway }: Props) {
  const { t } = useTranslation('settings');
  return (
    <div role="alert" className={classes['note']}>
      <IconUsers size={20} stroke={1.7} aria-hidden />
      <div>
        <p className={classes['title']}>{t('form.stale_title')}</p>
        <p className={classes['text']}>{t('form.stale_text')}</p>
        <div className={classes['ways']}>
          <Button size="compact-sm" variant="default" onClick={() => void showTheirs()}>
            {t('form.stale_show')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void saveAnyway()}>
            {t('form.stale_overwrite')}
          </Button>
        </div>
      </div>
    </div>
  );
}
