import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../LoginForm.module.css';
import notes from './notes.module.css';

type Props = { codes: readonly string[]; close: () => void };

/** Shown only once: the server keeps hashes. */
export function RecoveryCodes({ codes, close }: Props) {
  const { t } = useTranslation('identity_account');
  return (
    <div className={classes['form']} role="status">
      <p className={classes['hint']}>{t('second_factor.codes_lead')}</p>
      <ul className={notes['codes']} aria-label={t('second_factor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={notes['buttons']}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('second_factor.copied') : t('second_factor.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>{t('second_factor.kept')}</Button>
      </div>
    </div>
  );
}
