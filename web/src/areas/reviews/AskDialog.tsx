import { Switch, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../platform/registry/actions';
import { addDays, type Day, today } from '../../platform/ui/date/calendar';
import { DateField } from '../../platform/ui/date/DateField';
import { notify } from '../../platform/ui/notify';
import { leftOutWords } from './left-out-words';
import { PeopleField } from './PeopleField';
import { ReviewDialog } from './ReviewDialog';
import { LATEST_DAYS, type Person, refresh, reviewCalls } from './review-queries';

const LONGEST = 2000;

type Props = { appId: number; files: readonly Pick<Entry, 'node_id' | 'name'>[]; close: () => void };

/** Asks people whether a file, or several, can be approved. */
export function AskDialog({ appId, files, close }: Props) {
  const { t } = useTranslation('reviews_panel');
  const client = useQueryClient();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [message, setMessage] = useState('');
  const [due, setDue] = useState<Day | null>(null);
  const [oneIsEnough, setOneIsEnough] = useState(false);
  const [first] = files;
  if (first === undefined) return null;
  const { name } = first;
  const ids = files.map(({ node_id }) => node_id);
  const send = async () => {
    const told = await reviewCalls(appId).ask({
      node_ids: ids,
      reviewers: people.map(({ users_id }) => users_id),
      message: message.trim(),
      due_on: due,
      one_is_enough: oneIsEnough && people.length > 1,
    });
    void refresh(client, appId, ids);
    notify.success(t('asked', { count: told.asked.length, name }));
    const leftOut = leftOutWords(told, people.length, t);
    if (leftOut !== '') notify.info(leftOut);
  };
  return (
    <ReviewDialog
      title={t('askTitle', { count: files.length, name })}
      size={480}
      action={t('ask')}
      ready={people.length > 0}
      {...{ send, close }}
    >
      <PeopleField appId={appId} nodeId={first.node_id} people={people} choose={setPeople} />
      <Textarea
        label={t('message')}
        value={message}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <DateField label={t('dueLabel')} value={due} min={today()} max={addDays(today(), LATEST_DAYS)} change={setDue} />
      {people.length > 1 && (
        <Switch
          label={t('oneIsEnough')}
          description={t('oneIsEnoughHow')}
          checked={oneIsEnough}
          onChange={(event) => setOneIsEnough(event.currentTarget.checked)}
        />
      )}
    </ReviewDialog>
  );
}
