import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './UsageTab.module.css';
import { usageCalls } from './usage-queries';
import { useCall } from './use-call';

const LONGEST = 1000;

/** Asks the managers of the folder to be let download. */
export function AskForm({ appId, nodeId, again }: { appId: number; nodeId: number; again: boolean }) {
  const { t } = useTranslation('usage_panel');
  const client = useQueryClient();
  const { busy, refusal, run } = useCall();
  const [reason, setReason] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(() => usageCalls(client, appId, nodeId).ask(reason.trim()));
  };
  return (
    <form className={classes['form']} onSubmit={send} noValidate>
      <Textarea
        label={t('reason')}
        description={t('reasonHow')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={8}
      />
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button type="submit" disabled={reason.trim() === ''} loading={busy}>
          {t(again ? 'askAgain' : 'ask')}
        </Button>
      </div>
    </form>
  );
}
