import { Button, Modal, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';
import { addDays, type Day, today } from '../../platform/ui/date/calendar';
import { DateField } from '../../platform/ui/date/DateField';
import { heldKeysAnswerNothing } from '../../platform/ui/held-keys';
import { onPage } from '../../platform/ui/on-page';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import classes from './AskDialog.module.css';
import { LATEST_DAYS, type Review, reviewCalls } from './review-queries';

type Props = { appId: number; review: Review; changed: () => Promise<void>; close: () => void };

/** Another day by which answers are wanted, or another number of approvals. */
export function ChangeDialog({ appId, review, changed, close }: Props) {
  const { t } = useTranslation('reviews_panel');
  const phone = useIsPhone();
  useFocusBack();
  const [due, setDue] = useState<Day | null>(review.due_on);
  const [oneIsEnough, setOneIsEnough] = useState(review.one_is_enough);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await reviewCalls(appId).change(review.review_id, { due_on: due, one_is_enough: oneIsEnough });
      await changed();
      close();
    } catch (error) {
      setBusy(false);
      setRefusal(isProblem(error) ? error.message : t('failed'));
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={440}
      title={t('changeTitle')}
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      {...heldKeysAnswerNothing}
    >
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <DateField
          label={t('dueLabel')}
          value={due}
          min={today()}
          max={addDays(today(), LATEST_DAYS)}
          change={setDue}
        />
        <Switch
          label={t('oneIsEnough')}
          description={t('oneIsEnoughHow')}
          checked={oneIsEnough}
          onChange={(event) => setOneIsEnough(event.currentTarget.checked)}
        />
        {refusal !== null && (
          <p role="alert" className={classes['refusal']}>
            {refusal}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
