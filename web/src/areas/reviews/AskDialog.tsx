import { Button, Modal, Switch, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';
import type { Entry } from '../../platform/registry/actions';
import { addDays, type Day, today } from '../../platform/ui/date/calendar';
import { DateField } from '../../platform/ui/date/DateField';
import { heldKeysAnswerNothing } from '../../platform/ui/held-keys';
import { notify } from '../../platform/ui/notify';
import { onPage } from '../../platform/ui/on-page';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import classes from './AskDialog.module.css';
import { leftOutWords } from './left-out-words';
import { PeopleField } from './PeopleField';
import { LATEST_DAYS, type Person, refresh, reviewCalls } from './review-queries';

const LONGEST = 2000;

type Props = { appId: number; files: readonly Pick<Entry, 'node_id' | 'name'>[]; close: () => void };

/** Asks people whether a file, or several, can be approved. */
export function AskDialog({ appId, files, close }: Props) {
  const { t } = useTranslation('reviews_panel');
  const client = useQueryClient();
  const phone = useIsPhone();
  useFocusBack();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [message, setMessage] = useState('');
  const [due, setDue] = useState<Day | null>(null);
  const [oneIsEnough, setOneIsEnough] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [first] = files;
  const ids = files.map(({ node_id }) => node_id);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (people.length === 0 || busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const reviewers = people.map(({ users_id }) => users_id);
      const told = await reviewCalls(appId).ask({
        node_ids: ids,
        reviewers,
        message: message.trim(),
        due_on: due,
        one_is_enough: oneIsEnough && people.length > 1,
      });
      void refresh(client, appId, ids);
      close();
      const name = first?.name ?? '';
      notify.success(t('asked', { count: told.asked.length, name }));
      const leftOut = leftOutWords(told, people.length, t);
      if (leftOut !== '') notify.info(leftOut);
    } catch (error) {
      setBusy(false);
      setRefusal(isProblem(error) ? error.message : t('failed'));
    }
  };
  if (first === undefined) return null;
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={480}
      title={<span className={classes['title']}>{t('askTitle', { count: files.length, name: first.name })}</span>}
      // Also from within the viewer, whose own dialogs fill the page.
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      {...heldKeysAnswerNothing}
    >
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
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
        <DateField
          label={t('dueLabel')}
          value={due}
          min={today()}
          max={addDays(today(), LATEST_DAYS)}
          change={setDue}
        />
        {people.length > 1 && (
          <Switch
            label={t('oneIsEnough')}
            description={t('oneIsEnoughHow')}
            checked={oneIsEnough}
            onChange={(event) => setOneIsEnough(event.currentTarget.checked)}
          />
        )}
        {refusal !== null && (
          <p role="alert" className={classes['refusal']}>
            {refusal}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={people.length === 0}>
            {t('ask')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
