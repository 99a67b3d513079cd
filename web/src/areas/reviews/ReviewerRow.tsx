import { ActionIcon } from '@mantine/core';
import { IconCheck, IconHourglass, IconPencil, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import classes from './ReviewerRow.module.css';
import type { Reviewer } from './review-queries';
import { answerWords } from './review-words';

type Standing = 'approved' | 'changes' | 'waiting';

const signs = { approved: IconCheck, changes: IconPencil, waiting: IconHourglass } as const;

function standingOf({ answer }: Reviewer, ended: boolean): Standing {
  if (!answer || !(answer.is_current || ended)) return 'waiting';
  return answer.approves ? 'approved' : 'changes';
}

interface Props {
  reviewer: Reviewer;
  /** Null: they cannot be taken away. */
  remove?: (() => void) | null;
  /** The review has ended: what was answered last counts. */
  ended?: boolean;
}

/** Somebody who is asked, and what they said. */
export function ReviewerRow({ reviewer, remove = null, ended = false }: Props) {
  const { t, i18n } = useTranslation('reviews_panel');
  const { name, avatar_url: src, answer, earlier, sees } = reviewer;
  const standing = standingOf(reviewer, ended);
  const Sign = signs[standing];
  return (
    <li className={classes['person']}>
      <span className={classes['picture']}>
        <PersonAvatar name={name} src={src} size={32} />
        <span className={classes['sign']} data-standing={standing}>
          <Sign size={11} stroke={2.6} aria-hidden />
        </span>
      </span>
      <div className={classes['words']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['said']}>
          {answer ? answerWords(answer, t, i18n.language) : t(ended ? 'said.never' : 'said.nothing')}
        </span>
        {!sees && !ended && <span className={classes['unseen']}>{t('unseen')}</span>}
        {answer && answer.words !== '' && <p className={classes['text']}>{answer.words}</p>}
        {earlier.map((one) => (
          <span key={one.version} className={classes['said']}>
            {answerWords(one, t, i18n.language)}
            {one.words !== '' && ` · ${one.words}`}
          </span>
        ))}
      </div>
      {remove && (
        <ActionIcon size={32} variant="subtle" aria-label={t('remove', { name })} onClick={remove}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
