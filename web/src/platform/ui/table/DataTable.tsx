import { Button } from '@mantine/core';
import { type Icon, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../EmptyState';
import { useIsPhone } from '../use-is-phone';
import { Cards } from './Cards';
import type { List, TableProps } from './column';
import classes from './DataTable.module.css';
import { Pager } from './Pager';
import { Rows } from './Rows';
import { SearchField } from './SearchField';
import { TableSkeleton } from './TableSkeleton';
import { TableTrouble } from './TableTrouble';
import { counted, type TableView } from './table-view';

type Props<Row> = Omit<TableProps<Row>, 'rows'> & {
  /** The accessible name of the table. */
  title: string;
  list: List<Row>;
  view: TableView;
  searchLabel: string;
  /** The text of an empty table. */
  empty: { icon: Icon; title: string; description?: string; action?: ReactNode };
  /** Beside the search: filters. */
  tools?: ReactNode;
};

/**
 * The table of all settings screens. The server searches, orders and pages; the view is kept in the address. Each row
 * is named by its first column; a click on the row opens it. On a phone rows are cards.
 */
export function DataTable<Row>({ title, list, view, searchLabel, empty, tools, ...table }: Props<Row>) {
  const { t } = useTranslation('settings');
  const small = useIsPhone();
  const { data, error, isPending, isPlaceholderData, refetch } = list;
  const rows = data?.items ?? [];
  const nothingYet = data !== undefined && data.total === 0 && view.q === '';
  const isBeyond = data !== undefined && data.total > 0 && rows.length === 0 && view.page > 1;
  const last = data === undefined ? 1 : counted(view, data.total).pages;
  // Rows were removed, or the address names a page that does not exist: the last one is shown.
  useEffect(() => {
    if (isBeyond) view.show({ page: last });
  }, [isBeyond, last, view.show]);
  const hasTools = !nothingYet || tools !== undefined;
  return (
    <div className={classes['panel']} data-stale={isPlaceholderData || undefined}>
      {hasTools && (
        <div className={classes['tools-row']}>
          <SearchField label={searchLabel} view={view} className={classes['search'] ?? ''} />
          {tools}
        </div>
      )}
      {isPending && <TableSkeleton rows={view.size} />}
      {data === undefined && !isPending && (
        <div className={classes['nothing']}>
          <TableTrouble error={error} retry={refetch} />
        </div>
      )}
      {nothingYet && (
        <div className={classes['nothing']}>
          <EmptyState {...empty} />
        </div>
      )}
      {data !== undefined && rows.length === 0 && !nothingYet && !isBeyond && (
        <div className={classes['nothing']}>
          <EmptyState
            icon={IconSearchOff}
            title={t('table.no_results')}
            description={t('table.no_results_more')}
            action={
              <Button variant="default" onClick={() => view.show({ q: '' })}>
                {t('table.clear')}
              </Button>
            }
          />
        </div>
      )}
      {rows.length > 0 &&
        (small ? (
          <Cards {...table} rows={rows} title={title} />
        ) : (
          <Rows {...table} rows={rows} title={title} view={view} />
        ))}
      {data !== undefined && rows.length > 0 && <Pager view={view} total={data.total} shown={rows.length} />}
    </div>
  );
}
