import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatDay } from '../../../platform/i18n/moments';
import { Skeleton } from '../Skeleton';
import { CsvLink } from './CsvLink';
import { EntryLine } from './EntryLine';
import classes from './EntryLine.module.css';
import { exportUrl, unusedQuery } from './insights-queries';
import { PartError } from './PartError';
import { Section } from './Section';

const YEAR = 365 * 86_400;

/** The largest files that nobody has used for a year. */
export function Unused({ appId, nodeId }: { appId: number; nodeId: number }) {
  const { t, i18n } = useTranslation('content_panel');
  const listed = useInfiniteQuery(unusedQuery(appId, nodeId));
  const items = listed.data?.pages.flatMap((page) => page.items) ?? [];
  const since = listed.data?.pages[0]?.counted_since;
  const isYoung = since != null && since > Date.now() / 1000 - YEAR;
  const title = t('insights.unused.title');
  return (
    <Section
      title={title}
      about={isYoung ? t('insights.unused.since', { day: formatDay(since, i18n.language, 'UTC') }) : undefined}
      action={items.length > 0 && <CsvLink href={exportUrl(appId, nodeId, 'unused')} of={title} />}
    >
      {listed.isPending && <Skeleton height={160} radius="md" />}
      {listed.isError && !listed.data && <PartError retry={() => void listed.refetch()} />}
      {listed.data && items.length === 0 && <p className={classes['empty']}>{t('insights.unused.none')}</p>}
      {items.length > 0 && (
        <ol className={classes['list']} aria-label={title}>
          {items.map((entry) => (
            <EntryLine
              key={entry.node_id}
              appId={appId}
              nodeId={nodeId}
              entry={entry}
              facts={t('insights.unused.changed', { day: formatDay(entry.modified_at, i18n.language) })}
              number={formatSize(entry.size ?? 0, i18n.language)}
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
