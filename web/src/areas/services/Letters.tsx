import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../platform/api/client';
import { formatMoment } from '../../platform/i18n/moments';
import { TableTrouble } from '../../platform/ui/table/TableTrouble';
import { LetterText } from './LetterText';
import classes from './ServicesPage.module.css';

/** Older ones are in the folder, or with the mail server. */
const shown = 20;

/** The letters posted lately: to whom, what became of each, and where they become files, their text. */
export function Letters() {
  const { t, i18n } = useTranslation('services');
  const [opened, setOpened] = useState<Schema<'Posted'> | null>(null);
  const { data, error, refetch } = query.useQuery('get', '/api/core/mail', {}, { refetchInterval: 30_000 });
  if (error !== null && data === undefined) return <TableTrouble error={error} retry={refetch} />;
  if (data === undefined) return null;
  return (
    <>
      <h3 className={classes['heading']}>{t('letters.title')}</h3>
      {data.items.length === 0 && <p className={classes['facts']}>{t('letters.none')}</p>}
      <ul className={classes['list']}>
        {data.items.slice(0, shown).map((letter) => (
          <li key={letter.letter_id} className={classes['row']}>
            <span className={classes['state']} data-state={letter.state === 'failed' ? 'down' : undefined}>
              {t(`letters.states.${letter.state}`)}
            </span>
            <div className={classes['letter']}>
              <div className={classes['words']}>
                <span className={classes['name']}>{letter.subject}</span>
                <span className={classes['facts']}>
                  {letter.recipient} · {formatMoment(letter.created_at, i18n.language)}
                </span>
                {letter.error !== null && (
                  <span className={classes['error']}>{t('last_error', { error: letter.error })}</span>
                )}
              </div>
              {letter.has_file && (
                <Button
                  className={classes['open'] ?? ''}
                  variant="default"
                  size="xs"
                  aria-label={t('letters.open_named', { subject: letter.subject, recipient: letter.recipient })}
                  onClick={() => setOpened(letter)}
                >
                  {t('letters.open')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {opened !== null && <LetterText letter={opened} close={() => setOpened(null)} />}
    </>
  );
}
