import { Button, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../platform/api/use-call';
import { DateField } from '../../platform/ui/date/DateField';
import { notify } from '../../platform/ui/notify';
import { endOf, lastDayOf } from './ends';
import classes from './UsageTab.module.css';
import { type UsageTerms, usageCalls } from './usage-queries';

interface Props {
  appId: number;
  nodeId: number;
  terms: UsageTerms;
  isFolder: boolean;
}

/** Sets until when an entry may be used, and whether its readers ask before they download. */
export function TermsForm({ appId, nodeId, terms, isFolder }: Props) {
  const { t } = useTranslation('usage_panel');
  const client = useQueryClient();
  const { busy, refusal, run } = useCall(t('notDone'));
  const { own } = terms;
  const before = own.usable_until === null ? null : lastDayOf(own.usable_until);
  const [day, setDay] = useState(before);
  const [asks, setAsks] = useState(own.asks_first);
  // A file has it from a folder that it came from, and does not get it back.
  const mayAsk = isFolder || own.asks_first;
  const isChanged = day !== before || asks !== own.asks_first;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await usageCalls(client, appId, nodeId).set({
        ...(day !== before && { usable_until: day === null ? null : endOf(day) }),
        ...(asks !== own.asks_first && { asks_first: asks }),
      });
      notify.success(t('saved'));
    });
  };
  return (
    <form className={classes['form']} onSubmit={save} noValidate>
      <DateField label={t(isFolder ? 'dayOfFolder' : 'day')} value={day} change={setDay} />
      {mayAsk && terms.may_answer && (
        <Switch
          label={t('asks')}
          description={t(isFolder ? 'asksHow' : 'asksHowFile')}
          checked={asks}
          onChange={(event) => setAsks(event.currentTarget.checked)}
        />
      )}
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button type="submit" variant="default" disabled={!isChanged} loading={busy}>
          {t('save')}
        </Button>
        {day !== null && (
          <Button variant="subtle" onClick={() => setDay(null)}>
            {t('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}
