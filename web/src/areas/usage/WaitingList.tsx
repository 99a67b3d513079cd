import { Button, NumberInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/i18n/moments';
import classes from './UsageTab.module.css';
import { usageCalls, type WaitingRequest, waitingQuery } from './usage-queries';
import { useCall } from './use-call';

/** If a manager says nothing else. */
const USUAL_DAYS = 7;
const MOST_DAYS = 365;

/** Who has asked to download from a folder, for its managers to answer. */
export function WaitingList({ appId, nodeId }: { appId: number; nodeId: number }) {
  const { t } = useTranslation('usage_panel');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(waitingQuery(appId, nodeId));
  const requests = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label={t('waiting')}>
      <h3 className={classes['title']}>{t('waiting')}</h3>
      <ul className={classes['list']}>
        {requests.map((request) => (
          <Waiting key={request.request_id} {...{ appId, nodeId, request }} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

function Waiting({ appId, nodeId, request }: { appId: number; nodeId: number; request: WaitingRequest }) {
  const { t, i18n } = useTranslation('usage_panel');
  const client = useQueryClient();
  const { busy, refusal, run } = useCall();
  const [days, setDays] = useState<number | string>(USUAL_DAYS);
  const { name } = request.asked_by;
  const answer = (given: number | null) =>
    void run(() => usageCalls(client, appId, nodeId).answer(request.request_id, given));
  const isDays = Number.isInteger(days) && Number(days) >= 1 && Number(days) <= MOST_DAYS;
  return (
    <li className={classes['request']}>
      <strong dir="auto">{name}</strong>
      <p dir="auto">{request.reason}</p>
      <p className={classes['quiet']}>
        {request.entry !== null && `${request.entry.name} · `}
        {formatMoment(request.asked_at, i18n.language)}
      </p>
      <NumberInput
        className={classes['days'] ?? ''}
        label={t('days')}
        aria-label={t('daysOf', { name })}
        value={days}
        onChange={setDays}
        min={1}
        max={MOST_DAYS}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
      />
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button
          size="xs"
          disabled={!isDays}
          loading={busy}
          aria-label={t('allowOne', { name })}
          onClick={() => answer(Number(days))}
        >
          {t('allow')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('refuseOne', { name })}
          onClick={() => answer(null)}
        >
          {t('refuse')}
        </Button>
      </div>
    </li>
  );
}
