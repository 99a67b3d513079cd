import { Button, Textarea } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';
import classes from './AnswerBox.module.css';
import type { Reviewer } from './review-queries';

const LONGEST = 1000;
const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;

interface Props {
  /** The user, as one who is asked. */
  reviewer: Reviewer;
  send: (approves: boolean, words: string) => Promise<void>;
}

/** The user is asked: they approve, or ask for changes, and may say something. */
export function AnswerBox({ reviewer, send }: Props) {
  const { t } = useTranslation('reviews_panel');
  const { answer } = reviewer;
  const current = answer?.is_current ? answer : null;
  const [again, setAgain] = useState(false);
  const [words, setWords] = useState(current?.words ?? '');
  const [busy, setBusy] = useState<'approve' | 'change' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (current && !again) {
    return (
      <div className={classes['box']}>
        <p className={classes['lead']}>{t(current.approves ? 'mine.approved' : 'mine.changes')}</p>
        <Button size="xs" variant="default" className={classes['again'] ?? ''} onClick={() => setAgain(true)}>
          {t('mine.again')}
        </Button>
      </div>
    );
  }
  const answerWith = async (approves: boolean) => {
    if (!approves && words.trim() === '') return setRefusal(t('sayWhat'));
    setBusy(approves ? 'approve' : 'change');
    setRefusal(null);
    try {
      await send(approves, words.trim());
      setAgain(false);
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : t('failed'));
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={classes['box']}>
      <p className={classes['lead']}>{t(answer && !current ? 'mine.newVersion' : 'mine.asked')}</p>
      <Textarea
        label={t('words')}
        value={words}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LONGEST}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className={classes['choices']}>
        <Button
          className={classes['approve'] ?? ''}
          size="md"
          leftSection={<IconCheck {...icon} />}
          loading={busy === 'approve'}
          disabled={busy === 'change'}
          onClick={() => void answerWith(true)}
        >
          {t('approve')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconPencil {...icon} />}
          loading={busy === 'change'}
          disabled={busy === 'approve'}
          onClick={() => void answerWith(false)}
        >
          {t('askForChanges')}
        </Button>
      </div>
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
    </div>
  );
}
