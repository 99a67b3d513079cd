import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { notify } from '../../../platform/ui/notify';
import classes from './LinkRow.module.css';
import { revokeLink, type ShareLink } from './links';

type Props = { appId: number; link: ShareLink; close: () => void; done: () => void };

/** Asks before a link is revoked: its address never opens again. */
export function RevokeLink({ appId, link, close, done }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const revoke = async () => {
    setBusy(true);
    try {
      await revokeLink(client, appId, link);
      notify.success(t('link.revoked'));
      done();
    } catch (error) {
      setBusy(false);
      setRefusal(isProblem(error) ? error.message : t('content:error.failed'));
    }
  };
  return (
    <section aria-label={t('link.revoke')} className={classes['revoke']}>
      <p className={classes['question']}>{t('link.revoke_text')}</p>
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" autoFocus onClick={close}>
          {t('content:cancel')}
        </Button>
        <Button className={classes['danger'] ?? ''} loading={busy} onClick={() => void revoke()}>
          {t('link.revoke')}
        </Button>
      </div>
    </section>
  );
}
