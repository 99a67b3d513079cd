import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Check } from './move-entries';
import classes from './TakenNames.module.css';

interface Props {
  check: Check;
  folder: string;
  /** How many entries go there. */
  count: number;
  /** Why the marks are taken away, as far as it is written; null: they are kept. */
  reason: string | null;
  change: (reason: string | null) => void;
}

const LONGEST = 500;

/** Marks that entries would lose where they go: they are kept, or taken away knowingly. */
export function LostMarks({ check, folder, count, reason, change }: Props) {
  const { t, i18n } = useTranslation('content_actions');
  const name = useId();
  const list = (words: readonly string[]) => new Intl.ListFormat(i18n.language).format(words);
  const people = (check.would_see?.items ?? []).map((person) => person.name);
  return (
    <fieldset className={classes['taken']}>
      <legend className={classes['legend']}>{t('lost.legend', { marks: list(check.lost_marks) })}</legend>
      <label className={classes['answer']}>
        <input type="radio" name={name} checked={reason === null} onChange={() => change(null)} />
        {t('lost.keep')}
      </label>
      <label className={classes['answer']}>
        <input type="radio" name={name} checked={reason !== null} onChange={() => change('')} />
        {t('lost.take')}
      </label>
      {reason !== null && (
        <>
          <p className={classes['note']} role="status">
            {people.length > 0
              ? t('lost.seenBy', { folder, count, people: list(people) })
              : t('lost.seen', { folder, count })}
          </p>
          <TextInput
            required
            maxLength={LONGEST}
            label={t('lost.reason')}
            description={t('lost.reasonHint')}
            value={reason}
            onChange={(event) => change(event.currentTarget.value)}
          />
        </>
      )}
    </fieldset>
  );
}
