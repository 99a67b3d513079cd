import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import { ruleText } from '../../../platform/i18n/rule-text';
import classes from './BatchResults.module.css';

/** The result of each row: the refused ones first, with the reason. */
export function BatchResults({ result }: { result: Schema<'BatchResult'> }) {
  const { t } = useTranslation('identity_settings');
  const rows = [...result.items].sort((one, other) => Number(one.users_id !== null) - Number(other.users_id !== null));
  return (
    <section className={classes['results']} aria-label={t('batch.results')}>
      <p className={classes['sum']} role="status">
        {t('batch.created', { count: result.created })}
        {result.failed > 0 && ` ${t('batch.failed', { count: result.failed })}`}
      </p>
      <ul className={classes['rows']}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same person may be in it twice
          <li key={at} className={classes['row']} data-failed={row.users_id === null || undefined}>
            {row.users_id === null ? (
              <IconCircleX size={18} stroke={1.7} aria-label={t('batch.refused')} />
            ) : (
              <IconCircleCheck size={18} stroke={1.7} aria-label={t('batch.made')} />
            )}
            <span>
              {row.name || '–'} <span className={classes['email']}>{row.email}</span>
              {row.errors.map((error) => (
                <span key={`${error.field}${error.key}`} className={classes['why']}>
                  {t(error.field === 'email' ? 'words.email' : 'words.name')}: {ruleText(error.key, error.params ?? {})}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
