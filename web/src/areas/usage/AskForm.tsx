import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../platform/api/use-call';
import classes from './UsageTab.module.css';
import { usageCalls } from './usage-queries';

const LONGEST = 1000;

interface Props {
  appId: number;
  nodeId: number;
  /** What a yes is for. */
  opens: string;
  /** What one asks at, if that is told to whoever answers and is not all that is asked for. */
  from: string | null;
  /** There was an answer already. */
  again: boolean;
  /** After the server has the request. */
  asked?: () => void;
}

/** Asks the managers of the folder to be let download. */
export function AskForm({ appId, nodeId, opens, from, again, asked }: Props) {
  const { t } = useTranslation('usage_panel');
  const client = useQueryClient();
  const { busy, refusal, run } = useCall(t('notDone'));
  const [reason, setReason] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await usageCalls(client, appId, nodeId).ask(reason.trim());
      asked?.();
    });
  };
  return (
    <form className={classes['form']} onSubmit={send} noValidate>
      <p>{opens}</p>
      {from !== null && <p className={classes['quiet']}>{t('askedHere', { name: from })}</p>}
      <Textarea
        data-autofocus
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
