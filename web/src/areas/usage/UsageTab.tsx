import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { live } from '../../platform/live/live';
import type { DetailTabProps } from '../../platform/registry/area';
import { AskForm } from './AskForm';
import { askedPlace, opensOf } from './asked-place';
import { TermsWords } from './TermsWords';
import { TermsForm } from './terms-form-later';
import classes from './UsageTab.module.css';
import { termsQuery } from './usage-queries';
import { WaitingList } from './WaitingList';

/** Until when an entry may be used, and whether its readers ask first; with what the user may do about that. */
export function UsageTab({ appId, entry }: DetailTabProps) {
  const { t } = useTranslation('usage_panel');
  const nodeId = entry.node_id;
  const { data: terms, isError, refetch } = useQuery(termsQuery(appId, nodeId));
  useFollowed(nodeId, () => void refetch());
  if (isError && !terms) {
    return (
      <div className={classes['facts']}>
        <p>{t('failed')}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (!terms) return <Skeleton height={96} radius="md" />;
  const isFolder = entry.node_type !== 'file';
  return (
    <div className={classes['tab']}>
      <TermsWords terms={terms} />
      {terms.withheld === 'asks_first' && terms.request?.state !== 'waiting' && (
        <AskForm
          {...{ appId, nodeId }}
          opens={opensOf(askedPlace(entry, terms), t)}
          from={null}
          again={terms.request !== null}
        />
      )}
      {terms.waiting > 0 && <WaitingList {...{ appId, nodeId, isFolder }} />}
      {terms.may_set && (
        // What others set meanwhile is what the form begins with.
        <Suspense fallback={<Skeleton height={96} radius="md" />}>
          <TermsForm
            key={`${nodeId} ${terms.own.usable_until} ${terms.own.asks_first}`}
            {...{ appId, nodeId, terms, isFolder }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Reads the terms again when somebody changes them. */
function useFollowed(nodeId: number, changed: () => void): void {
  const heard = useEffectEvent(changed);
  useEffect(() => {
    const leave = live.join(nodeId);
    const stop = live.listen((event) => {
      if ('node_id' in event && event.node_id === nodeId) heard();
    });
    return () => {
      stop();
      leave();
    };
  }, [nodeId]);
}
