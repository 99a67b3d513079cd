import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../Skeleton';
import { CsvLink } from './CsvLink';
import { EntryLine } from './EntryLine';
import classes from './EntryLine.module.css';
import { exportUrl, type Period, type Use, usedQuery } from './insights-queries';
import { PartError } from './PartError';
import { Section } from './Section';

interface Props {
  appId: number;
  nodeId: number;
  period: Period;
  use: Use;
}

/** What is viewed, downloaded or shared most. */
export function MostUsed({ appId, nodeId, period, use }: Props) {
  const { t } = useTranslation('content_panel');
  const listed = useInfiniteQuery(usedQuery(appId, nodeId, period, use));
  const items = listed.data?.pages.flatMap((page) => page.items) ?? [];
  const title = t(`insights.most.${use}`);
  const csv = items.length > 0 && <CsvLink href={exportUrl(appId, nodeId, 'used', { period, by: use })} of={title} />;
  return (
    <Section title={title} action={csv}>
      {listed.isPending && <Skeleton height={160} radius="md" />}
      {listed.isError && !listed.data && <PartError retry={() => void listed.refetch()} />}
      {listed.data && items.length === 0 && <p className={classes['empty']}>{t('insights.none')}</p>}
      {items.length > 0 && (
        <ol className={classes['list']} aria-label={title}>
          {items.map(({ entry, number }) => (
            <EntryLine
              key={entry.node_id}
              appId={appId}
              nodeId={nodeId}
              entry={entry}
              number={t(`insights.count.${use}`, { count: number })}
            />
          ))}
        </ol>
      )}
      {listed.hasNextPage && (
        <Button
          size="sm"
          variant="subtle"
          mt={8}
          loading={listed.isFetchingNextPage}
          onClick={() => void listed.fetchNextPage()}
        >
          {t('insights.more')}
        </Button>
      )}
    </Section>
  );
}
