import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../platform/i18n/moments';
import { today } from '../../../platform/ui/date/calendar';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { EntryPicture } from './EntryPicture';
import { HomeSection } from './HomeSection';
import type { WaitingReview } from './home-queries';
import classes from './PersonCards.module.css';
import { Strip } from './Strip';

/** So many are shown; their screen has all. */
const MOST = 8;

type Props = { appId: number; reviews: readonly WaitingReview[]; more: boolean };

/** The files that somebody asks the user to review, what is due first before the others. */
export function WaitingStrip({ appId, reviews, more }: Props) {
  const { t } = useTranslation('content_panel');
  return (
    <HomeSection
      title={t('reviews.title')}
      appId={appId}
      count={reviews.length}
      more={more}
      all="/content/$appId/reviews"
    >
      <Strip cards="two">
        {reviews.slice(0, MOST).map((review) => (
          <li key={review.node_id}>
            <Link
              to="/content/$appId/reviews"
              params={{ appId }}
              search={{ show: review.node_id }}
              hash="review"
              className={classes['card'] ?? ''}
              title={review.name}
            >
              <span className={classes['picture']}>
                <EntryPicture appId={appId} entry={review} width={100} height={72} />
              </span>
              <span className={classes['words']}>
                <span className={classes['name']}>{review.name}</span>
                {review.asked_by && (
                  <span className={classes['giver']}>
                    <PersonAvatar name={review.asked_by.name} src={review.asked_by.avatar_url} size={20} />
                    <span className={classes['person']}>{review.asked_by.name}</span>
                  </span>
                )}
                {review.due_on !== null && <Due day={review.due_on} />}
              </span>
            </Link>
          </li>
        ))}
      </Strip>
    </HomeSection>
  );
}

function Due({ day }: { day: string }) {
  const { t, i18n } = useTranslation('content_panel');
  const late = day < today();
  const words = formatDay(Date.parse(`${day}T00:00:00Z`) / 1000, i18n.language, 'UTC');
  return (
    <span className={classes['due']} data-late={late || undefined}>
      {t(late ? 'reviews.overdue' : 'reviews.due', { day: words })}
    </span>
  );
}
