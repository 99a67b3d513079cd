import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import { Panel } from '../../platform/ui/Panel';
import { Cards } from '../../platform/ui/table/Cards';
import type { Column } from '../../platform/ui/table/column';
import { Rows } from '../../platform/ui/table/Rows';
import { TableTrouble } from '../../platform/ui/table/TableTrouble';
import { useTableView } from '../../platform/ui/table/table-view';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import { ledgerQuery, type Quota } from './quota';
import { useQuotaWords } from './use-quota-words';

type Entry = Schema<'LedgerEntry'>;

/** Every entry of a quota: the reason, the amount, and the new balance. */
export function Ledger({ quota }: { quota: Quota }) {
  const { t } = useTranslation('billing_settings');
  const words = useQuotaWords();
  const view = useTableView('-entry_id');
  const small = useIsPhone();
  const ledger = useInfiniteQuery(ledgerQuery(quota));
  const rows = ledger.data?.pages.flatMap((page) => page.items) ?? [];
  const columns: readonly Column<Entry>[] = [
    { key: 'kind', title: t('ledger.kind'), cell: (entry) => t(`kinds.${entry.kind}`) },
    { key: 'amount', title: t('ledger.amount'), width: '16%', cell: (entry) => words.signed(entry.amount) },
    { key: 'after', title: t('ledger.after'), width: '16%', cell: (entry) => words.number(entry.balance_after) },
    { key: 'note', title: t('ledger.note'), width: '24%', cell: (entry) => entry.note ?? '–' },
    { key: 'at', title: t('ledger.at'), width: '22%', cell: (entry) => words.moment(entry.at) },
  ];
  const table = {
    columns,
    rows,
    rowId: (entry: Entry) => entry.entry_id,
    rowName: (entry: Entry) => t(`kinds.${entry.kind}`),
    title: t('ledger.title'),
  };
  return (
    <Panel title={t('ledger.title')} description={t('ledger.lead')}>
      {ledger.error !== null && <TableTrouble error={ledger.error} retry={ledger.refetch} />}
      {ledger.data !== undefined && rows.length === 0 && <p>{t('ledger.empty')}</p>}
      {rows.length > 0 && (small ? <Cards {...table} /> : <Rows {...table} view={view} />)}
      {ledger.hasNextPage && (
        <Button
          variant="default"
          mt={12}
          loading={ledger.isFetchingNextPage}
          onClick={() => void ledger.fetchNextPage()}
        >
          {t('ledger.more')}
        </Button>
      )}
    </Panel>
  );
}
