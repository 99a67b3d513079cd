import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type Day, today } from '../../platform/ui/date/calendar';
import { DateField } from '../../platform/ui/date/DateField';
import { ReviewDialog } from './ReviewDialog';
import { LATEST_DAYS, type Review, reviewCalls } from './review-queries';

type Props = { appId: number; review: Review; changed: () => Promise<void>; close: () => void };

/** Another day by which answers are wanted, or another number of approvals. */
export function ChangeDialog({ appId, review, changed, close }: Props) {
  const { t } = useTranslation('reviews_panel');
  const [due, setDue] = useState<Day | null>(review.due_on);
  const [oneIsEnough, setOneIsEnough] = useState(review.one_is_enough);
  const send = async () => {
    await reviewCalls(appId).change(review.review_id, { due_on: due, one_is_enough: oneIsEnough });
    await changed();
  };
  return (
    <ReviewDialog title={t('changeTitle')} size={440} action={t('save')} {...{ send, close }}>
      <DateField label={t('dueLabel')} value={due} min={today()} max={addDays(today(), LATEST_DAYS)} change={setDue} />
      <Switch
        label={t('oneIsEnough')}
        description={t('oneIsEnoughHow')}
        checked={oneIsEnough}
        onChange={(event) => setOneIsEnough(event.currentTarget.checked)}
      />
    </ReviewDialog>
  );
}
