import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../platform/i18n/moments';
import type { DetailTabProps } from '../../../platform/registry/area';
import { Skeleton } from '../Skeleton';
import { sumOf } from './chart-bars';
import { entryUsesQuery, uses } from './insights-queries';
import { PartError } from './PartError';
import { UseChart } from './UseChart';
import classes from './UsesTab.module.css';

/** How often an entry was used in the last 30 days, and since it is counted. */
export function UsesTab({ appId, entry }: DetailTabProps) {
  const { t, i18n } = useTranslation('content_panel');
  const { data, isError, refetch } = useQuery(entryUsesQuery(appId, entry.node_id, 'month'));
  if (!data) return isError ? <PartError retry={() => void refetch()} /> : <Skeleton height={160} radius="md" />;
  const words = (numbers: { views: number; downloads: number; shares: number }) =>
    uses.map((use) => t(`insights.count.${use}`, { count: numbers[use] })).join(' · ');
  const [views, downloads, shares] = [
    sumOf(data.items, 'views'),
    sumOf(data.items, 'downloads'),
    sumOf(data.items, 'shares'),
  ];
  const isUsed = views + downloads + shares > 0;
  return (
    <div className={classes['tab']}>
      <p className={classes['words']}>
        <span>{t('insights.periods.month')}</span>
        {words({ views, downloads, shares })}
      </p>
      {isUsed && <UseChart items={data.items} span={data} use={views > 0 ? 'views' : 'downloads'} small />}
      <p className={classes['words']}>
        <span>
          {data.counted_since === null
            ? t('insights.ever')
            : t('insights.everSince', { day: formatDay(data.counted_since, i18n.language, 'UTC') })}
        </span>
        {words(data.ever)}
      </p>
      <p className={classes['quiet']}>{t('insights.nobody')}</p>
    </div>
  );
}
