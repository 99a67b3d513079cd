import { Button, SegmentedControl } from '@mantine/core';
import { IconChartHistogram, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../platform/i18n/moments';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Breadcrumb } from '../browser/Breadcrumb';
import { ListError } from '../browser/ListError';
import { failureOf } from '../browser/use-entry-list';
import { entryQuery } from '../queries';
import { Skeleton } from '../Skeleton';
import { CsvLink } from './CsvLink';
import classes from './InsightsPage.module.css';
import { daysQuery, exportUrl, type Period, periods, type Use } from './insights-queries';
import { LinkUses } from './LinkUses';
import { MostUsed } from './MostUsed';
import { Section } from './Section';
import { StorageSections } from './StorageSections';
import { Unused } from './Unused';
import { UseChart } from './UseChart';
import { UseTiles } from './UseTiles';

const route = getRouteApi('/shell/content/$appId/insights/$nodeId');

/** How a repository is used, and what takes space in it. */
export function InsightsPage() {
  const { t, i18n } = useTranslation(['content_panel', 'content']);
  const { appId, nodeId } = route.useParams();
  const { period = 'month' } = route.useSearch();
  const navigate = useNavigate();
  const [use, setUse] = useState<Use>('views');
  const name = useQuery(entryQuery(appId, nodeId)).data?.name ?? '';
  const asked = useQuery(daysQuery(appId, nodeId, period));
  const failure = failureOf(asked);
  const { data } = asked;
  const title = t('content:actions.insights');
  const choose = (chosen: Period) =>
    void navigate({
      to: '/content/$appId/insights/$nodeId',
      params: { appId, nodeId },
      search: chosen === 'month' ? {} : { period: chosen },
      replace: true,
    });
  const overTime = t(`insights.overTime.${use}`);
  const since = data?.counted_since;
  const words =
    since == null ? t('insights.about') : t('insights.since', { day: formatDay(since, i18n.language, 'UTC') });
  return (
    <>
      <Breadcrumb appId={appId} ancestors={name === '' ? [] : [{ node_id: nodeId, name }]} here={title} />
      <div className={classes['head']}>
        <PageHeader
          title={title}
          description={words}
          actions={
            <SegmentedControl
              aria-label={t('insights.period')}
              value={period}
              onChange={(value) => choose(value as Period)}
              data={periods.map((value) => ({ value, label: t(`insights.periods.${value}`) }))}
            />
          }
        />
      </div>
      {failure !== null && !data && <ListError appId={appId} error={failure} retry={() => void asked.refetch()} />}
      {!data && failure === null && <Skeleton height={320} radius="md" />}
      {data && (
        <div className={classes['page']}>
          <UseTiles items={data.items} use={use} choose={setUse} />
          <Section
            title={overTime}
            action={
              data.items.length > 0 && (
                <CsvLink href={exportUrl(appId, nodeId, 'over_time', { period })} of={overTime} />
              )
            }
          >
            {data.items.length > 0 ? (
              <UseChart items={data.items} span={data} use={use} />
            ) : (
              <EmptyState icon={IconChartHistogram} title={t('insights.none')} description={t('insights.noneHow')} />
            )}
          </Section>
          <MostUsed appId={appId} nodeId={nodeId} period={period} use={use} />
          <LinkUses appId={appId} nodeId={nodeId} period={period} />
          <StorageSections appId={appId} nodeId={nodeId} />
          <Unused appId={appId} nodeId={nodeId} />
          <Button
            className={classes['duplicates'] ?? ''}
            variant="default"
            leftSection={<IconCopy size={18} stroke={1.7} aria-hidden />}
            component={Link}
            to={`/content/${appId}/duplicates/${nodeId}`}
          >
            {t('content:actions.findEqual')}
          </Button>
        </div>
      )}
    </>
  );
}
