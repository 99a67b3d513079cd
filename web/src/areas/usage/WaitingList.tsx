import { Button, NumberInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../platform/api/use-call';
import { formatMoment } from '../../platform/i18n/moments';
import { useLinkedPlace } from '../../platform/routing/use-linked-place';
import { hashOf, requestIn } from './request-hash';
import classes from './UsageTab.module.css';
import { usageCalls, type WaitingRequest, waitingQuery } from './usage-queries';

/** If a manager says nothing else. */
const USUAL_DAYS = 7;
const MOST_DAYS = 365;
/** So many pages are looked through for a request that an address leads to. */
const MOST_PAGES = 10;

/** Who has asked to download from a folder, for its managers to answer. */
export function WaitingList({ appId, nodeId, isFolder }: { appId: number; nodeId: number; isFolder: boolean }) {
  const { t } = useTranslation('usage_panel');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(waitingQuery(appId, nodeId));
  const requests = data?.pages.flatMap(({ items }) => items) ?? [];
  const sought = useLocation({ select: ({ hash }) => requestIn(hash) });
  const pages = data?.pages.length ?? 0;
  const isMissing = sought !== null && !requests.some(({ request_id: id }) => id === sought);
  useEffect(() => {
    if (isMissing && hasNextPage && pages < MOST_PAGES) void fetchNextPage();
  }, [isMissing, hasNextPage, pages, fetchNextPage]);
  return (
    <section aria-label={t('waiting')}>
      <h3 className={classes['title']}>{t('waiting')}</h3>
      <p className={classes['quiet']}>{t(isFolder ? 'answer.folder' : 'answer.file')}</p>
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
  const { busy, refusal, run } = useCall(t('notDone'));
  const [days, setDays] = useState<number | string>(USUAL_DAYS);
  const { name } = request.asked_by;
  const place = useLinkedPlace<HTMLLIElement>(hashOf(request.request_id));
  const answer = (given: number | null) =>
    void run(() => usageCalls(client, appId, nodeId).answer(request.request_id, given));
  const isDays = Number.isInteger(days) && Number(days) >= 1 && Number(days) <= MOST_DAYS;
  return (
    <li ref={place} id={hashOf(request.request_id)} tabIndex={-1} className={classes['request']}>
      <strong dir="auto">{name}</strong>
      <p dir="auto">{request.reason}</p>
      <p className={classes['quiet']}>
        {request.entry !== null &&
          request.entry.node_id !== nodeId &&
          `${t('askedFrom', { name: request.entry.name })} · `}
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
