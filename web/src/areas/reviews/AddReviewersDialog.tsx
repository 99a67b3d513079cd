import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PeopleField } from './PeopleField';
import { ReviewDialog } from './ReviewDialog';
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
  const [people, setPeople] = useState<readonly Person[]>([]);
  const asked = review.reviewers.map(({ users_id }) => users_id);
  const send = async () => {
    const added = people.map(({ users_id }) => users_id);
    await reviewCalls(appId).add(review.review_id, added);
    await changed();
  };
  return (
    <ReviewDialog title={t('addPeople')} size={440} action={t('ask')} ready={people.length > 0} {...{ send, close }}>
      <PeopleField
        {...{ appId, nodeId, people }}
        choose={setPeople}
        without={asked}
        most={MOST_REVIEWERS - asked.length}
      />
    </ReviewDialog>
  );
}
