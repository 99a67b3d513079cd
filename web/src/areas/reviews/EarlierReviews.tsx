import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/i18n/moments';
import classes from './EarlierReviews.module.css';
import { ReviewerRow } from './ReviewerRow';
import { ReviewHead } from './ReviewHead';
import type { Review } from './review-queries';

/** The reviews of the file that have ended, on demand. */
export function EarlierReviews({ reviews }: { reviews: readonly Review[] }) {
  const { t, i18n } = useTranslation('reviews_panel');
  const id = useId();
  const [opened, setOpened] = useState(false);
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes['earlier']}>
      <Button
        className={classes['toggle'] ?? ''}
        size="compact-sm"
        variant="subtle"
        aria-expanded={opened}
        aria-controls={id}
        rightSection={<Chevron size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        {t('earlier', { count: reviews.length })}
      </Button>
      <ol id={id} className={classes['reviews']} hidden={!opened}>
        {opened &&
          reviews.map((review) => (
            <li key={review.review_id} className={classes['review']}>
              <ReviewHead review={review} />
              <ul className={classes['people']} aria-label={t('people')}>
                {review.reviewers.map((reviewer) => (
                  <ReviewerRow key={reviewer.users_id} reviewer={reviewer} ended />
                ))}
              </ul>
              {review.ended && (
                <p className={classes['quiet']}>
                  {review.ended.by === null
                    ? t('endedBySomebody', { when: formatMoment(review.ended.at, i18n.language) })
                    : t('endedBy', { name: review.ended.by, when: formatMoment(review.ended.at, i18n.language) })}
                </p>
              )}
            </li>
          ))}
      </ol>
    </div>
  );
}
