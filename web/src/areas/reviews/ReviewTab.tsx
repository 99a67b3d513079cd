import { Button, Skeleton } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { live } from '../../platform/live/live';
import type { DetailTabProps } from '../../platform/registry/area';
import { EmptyState } from '../../platform/ui/EmptyState';
import { AskDialog } from './ask-dialog-later';
import { CurrentReview } from './CurrentReview';
import { EarlierReviews } from './EarlierReviews';
import { isAbout } from './is-about';
import classes from './ReviewTab.module.css';
import { refresh, reviewQuery } from './review-queries';

/** Whether people were asked to approve the file, and what they answered. */
export function ReviewTab({ appId, entry }: DetailTabProps) {
  const { t } = useTranslation('reviews_panel');
  const nodeId = entry.node_id;
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(reviewQuery(appId, nodeId));
  const [dialog, setDialog] = useState<ReactNode>(null);
  const changed = () => refresh(client, appId, [nodeId]);
  useFollowed(nodeId, () => void changed());
  const close = () => setDialog(null);
  const ask = () => setDialog(<AskDialog appId={appId} files={[entry]} close={close} />);
  if (isError && !data) {
    return (
      <div className={classes['failed']}>
        <p>{t('failed')}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton height={120} radius="md" />;
  const { review, earlier, may_ask: mayAsk } = data;
  const askAction = mayAsk && (
    <Button
      variant={review ? 'default' : 'filled'}
      leftSection={<IconUserCheck size={18} stroke={1.7} aria-hidden />}
      onClick={ask}
    >
      {t(review ? 'askAgain' : 'ask')}
    </Button>
  );
  return (
    <div className={classes['tab']}>
      {review ? (
        <>
          <CurrentReview
            key={review.review_id}
            {...{ appId, nodeId, review, changed }}
            version={data.version}
            show={(make) => setDialog(make(close))}
          />
          {askAction}
        </>
      ) : (
        <EmptyState icon={IconUserCheck} title={t('none.title')} description={t('none.how')} action={askAction} />
      )}
      {earlier.length > 0 && <EarlierReviews reviews={earlier} />}
      {dialog && <Suspense fallback={null}>{dialog}</Suspense>}
    </div>
  );
}

/** Reads the review again when somebody answers, or the file is replaced. */
function useFollowed(nodeId: number, changed: () => void): void {
  const heard = useEffectEvent(changed);
  useEffect(() => {
    const leave = live.join(nodeId);
    const stop = live.listen((event) => {
      if (isAbout(event, nodeId)) heard();
    });
    return () => {
      stop();
      leave();
    };
  }, [nodeId]);
}
