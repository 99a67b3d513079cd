import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';
import { useSession } from '../../platform/session/use-session';
import { ConfirmDialog } from '../../platform/ui/ConfirmDialog';
import { AnswerBox } from './AnswerBox';
import { AddReviewersDialog, ChangeDialog } from './ask-dialog-later';
import classes from './CurrentReview.module.css';
import { ReviewerRow } from './ReviewerRow';
import { ReviewHead } from './ReviewHead';
import { MOST_REVIEWERS, type Review, reviewCalls } from './review-queries';

interface Props {
  appId: number;
  nodeId: number;
  review: Review;
  /** Of the file's present content. */
  version: number;
  /** After each change. */
  changed: () => Promise<void>;
  /** Shows a dialog until it calls `close`. */
  show: (dialog: (close: () => void) => ReactNode) => void;
}

/** The review that goes on: what is asked, the user's own answer, and those of all. */
export function CurrentReview({ appId, nodeId, review, version, changed, show }: Props) {
  const { t } = useTranslation('reviews_panel');
  const me = useSession()?.usersId;
  const [refusal, setRefusal] = useState<string | null>(null);
  const { review_id: id, reviewers, may_answer: mayAnswer, may_manage: mayManage } = review;
  const mine = reviewers.find((one) => one.users_id === me);
  const calls = reviewCalls(appId);
  const run = async (call: () => Promise<unknown>) => {
    setRefusal(null);
    try {
      await call();
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : t('failed'));
    } finally {
      await changed();
    }
  };
  return (
    <div className={classes['review']}>
      <ReviewHead review={review} />
      {mayAnswer && mine && (
        <AnswerBox
          key={version}
          reviewer={mine}
          send={async (approves, words) => {
            try {
              await calls.answer(id, { approves, words, version });
            } finally {
              await changed();
            }
          }}
        />
      )}
      <ul className={classes['people']} aria-label={t('people')}>
        {reviewers.map((reviewer) => (
          <ReviewerRow
            key={reviewer.users_id}
            reviewer={reviewer}
            remove={
              mayManage && reviewers.length > 1 ? () => void run(() => calls.remove(id, reviewer.users_id)) : null
            }
          />
        ))}
      </ul>
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      {mayManage && (
        <div className={classes['tools']}>
          {reviewers.length < MOST_REVIEWERS && (
            <Button
              size="xs"
              variant="default"
              onClick={() => show((close) => <AddReviewersDialog {...{ appId, nodeId, review, changed, close }} />)}
            >
              {t('addPeople')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => show((close) => <ChangeDialog {...{ appId, review, changed, close }} />)}
          >
            {t('change')}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              show((close) => (
                <ConfirmDialog
                  title={t('close.title')}
                  text={t('close.text')}
                  action={t('close.action')}
                  run={async () => {
                    await calls.close(id);
                    await changed();
                  }}
                  close={close}
                />
              ))
            }
          >
            {t('close.action')}
          </Button>
        </div>
      )}
    </div>
  );
}
