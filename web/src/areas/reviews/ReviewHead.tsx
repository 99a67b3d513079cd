import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/i18n/moments';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import classes from './ReviewHead.module.css';
import type { Review } from './review-queries';
import { dayWords, isOverdue, stateIcons } from './review-words';

/** What the answers come to, who asked, what, and by when. */
export function ReviewHead({ review }: { review: Review }) {
  const { t, i18n } = useTranslation('reviews_panel');
  const { state, reviewers, asked_by: asker, due_on: due, ended } = review;
  const Drawing = stateIcons[state];
  const approved = reviewers.filter(({ answer }) => answer?.approves && (ended || answer.is_current)).length;
  const late = state === 'waiting' && !ended && isOverdue(due);
  return (
    <div className={classes['head']}>
      <p className={classes['state']} data-state={state}>
        <Drawing size={20} stroke={1.8} aria-hidden />
        {t(`state.${state}`)}
      </p>
      <p className={classes['facts']}>
        {review.one_is_enough && !ended
          ? t('oneOf', { count: reviewers.length })
          : t('approvals', { approved, count: reviewers.length })}
        {due !== null && (
          <span data-late={late || undefined}>
            {' · '}
            {t(late ? 'overdue' : 'due', { day: dayWords(due, i18n.language) })}
          </span>
        )}
      </p>
      <div className={classes['asked']}>
        <PersonAvatar name={asker?.name ?? ''} src={asker?.avatar_url ?? null} size={28} />
        <div className={classes['words']}>
          <p className={classes['quiet']}>
            {asker ? t('askedBy', { name: asker.name }) : t('askedBySomebody')}
            {' · '}
            {formatMoment(review.asked_at, i18n.language)}
          </p>
          {review.message !== '' && <p className={classes['message']}>{review.message}</p>}
        </div>
      </div>
    </div>
  );
}
