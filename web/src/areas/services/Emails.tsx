import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../platform/api/client';
import { formatMoment } from '../../platform/i18n/moments';
import { TableTrouble } from '../../platform/ui/table/TableTrouble';
import { EmailText } from './EmailText';
import classes from './ServicesPage.module.css';

/** Older ones are in the folder, or at the mail server. */
const shown = 20;

/** The recent e-mails: recipient, state (one in a folder was not sent), and, if they are written to a folder, their text. */
export function Emails() {
  const { t, i18n } = useTranslation('services_settings');
  const [opened, setOpened] = useState<Schema<'Posted'> | null>(null);
  const { data, error, refetch } = query.useQuery('get', '/api/core/mail', {}, { refetchInterval: 30_000 });
  if (error !== null && data === undefined) return <TableTrouble error={error} retry={refetch} />;
  if (data === undefined) return null;
  return (
    <>
      <h3 className={classes['heading']}>{t('emails.title')}</h3>
      {data.items.length === 0 && <p className={classes['facts']}>{t('emails.none')}</p>}
      <ul className={classes['list']}>
        {data.items.slice(0, shown).map((email) => (
          <li key={email.mail_id} className={classes['row']}>
            <span className={classes['state']} data-state={email.state === 'failed' ? 'down' : undefined}>
              {t(`emails.states.${email.has_file ? 'written' : email.state}`)}
            </span>
            <div className={classes['email']}>
              <div className={classes['words']}>
                <span className={classes['name']}>{email.subject}</span>
                <span className={classes['facts']}>
                  {email.recipient} · {formatMoment(email.created_at, i18n.language)}
                </span>
                {email.error !== null && (
                  <span className={classes['error']}>{t('last_error', { error: email.error })}</span>
                )}
              </div>
              {email.has_file && (
                <Button
                  className={classes['open'] ?? ''}
                  variant="default"
                  size="xs"
                  aria-label={t('emails.open_named', { subject: email.subject, recipient: email.recipient })}
                  onClick={() => setOpened(email)}
                >
                  {t('emails.open')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {opened !== null && <EmailText email={opened} close={() => setOpened(null)} />}
    </>
  );
}
