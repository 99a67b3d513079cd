import { Button } from '@mantine/core';
import { IconClipboardList, IconFilterOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../platform/ui/EmptyState';
import { PageHeader } from '../../platform/ui/PageHeader';
import { TableSkeleton } from '../../platform/ui/table/TableSkeleton';
import { TableTrouble } from '../../platform/ui/table/TableTrouble';
import { ExportMenu } from './ExportMenu';
import { LogDetail } from './LogDetail';
import { LogFilters } from './LogFilters';
import { LogTable } from './LogTable';
import { logQuery } from './log-query';
import { type LogSearch, logFilter } from './log-search';
import classes from './SystemLogPage.module.css';
import type { LogEntry } from './use-log-words';

const route = getRouteApi('/shell/settings/core/system_log');

/** Who did what, when and from where: newest first, filtered by the address, page after page. */
export function SystemLogPage() {
  const { t } = useTranslation('systemlog_settings');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<LogEntry | null>(null);
  const log = useInfiniteQuery(logQuery(logFilter(search)));
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = Object.keys(search).length > 0;
  const show = (next: LogSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const clear = (
    <Button variant="default" onClick={() => show({})}>
      {t('clear')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} actions={<ExportMenu search={search} />} />
      <div className={classes['panel']}>
        <LogFilters search={search} show={show} />
        {isPending && <TableSkeleton rows={10} />}
        {error !== null && entries.length === 0 && (
          <div className={classes['nothing']}>
            <TableTrouble error={error} retry={refetch} />
          </div>
        )}
        {data !== undefined && entries.length === 0 && (
          <div className={classes['nothing']}>
            {filtered ? (
              <EmptyState icon={IconFilterOff} title={t('no_match')} action={clear} />
            ) : (
              <EmptyState icon={IconClipboardList} title={t('empty')} />
            )}
          </div>
        )}
        {entries.length > 0 && <LogTable entries={entries} open={setOpened} />}
        {hasNextPage && (
          <div className={classes['more']}>
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </div>
      {opened !== null && <LogDetail entry={opened} search={search} show={show} close={() => setOpened(null)} />}
    </>
  );
}
