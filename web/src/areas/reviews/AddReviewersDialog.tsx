import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';
import { heldKeysAnswerNothing } from '../../platform/ui/held-keys';
import { onPage } from '../../platform/ui/on-page';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import classes from './AskDialog.module.css';
import { PeopleField } from './PeopleField';
import { MOST_REVIEWERS, type Person, type Review, reviewCalls } from './review-queries';

interface Props {
  appId: number;
  nodeId: number;
  review: Review;
  changed: () => Promise<void>;
  close: () => void;
}

/** Asks more people. */
export function AddReviewersDialog({ appId, nodeId, review, changed, close }: Props) {
  const { t } = useTranslation('reviews_panel');
  const phone = useIsPhone();
  useFocusBack();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const asked = review.reviewers.map(({ users_id }) => users_id);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (people.length === 0 || busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await reviewCalls(appId).add(
        review.review_id,
        people.map(({ users_id }) => users_id),
      );
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
      title={t('addPeople')}
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      {...heldKeysAnswerNothing}
    >
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <PeopleField
          {...{ appId, nodeId, people }}
          choose={setPeople}
          without={asked}
          most={MOST_REVIEWERS - asked.length}
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
          <Button type="submit" loading={busy} disabled={people.length === 0}>
            {t('ask')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
