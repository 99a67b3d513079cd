import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Cards } from '../../platform/ui/table/Cards';
import type { Column } from '../../platform/ui/table/column';
import { Rows } from '../../platform/ui/table/Rows';
import { useTableView } from '../../platform/ui/table/table-view';
import { type LogEntry, useLogWords } from './use-log-words';

type Props = { entries: readonly LogEntry[]; open: (entry: LogEntry) => void };

export function LogTable({ entries, open }: Props) {
  const { t } = useTranslation('systemlog_settings');
  const words = useLogWords();
  const view = useTableView('-audit_id');
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const columns: readonly Column<LogEntry>[] = [
    { key: 'what', title: t('columns.what'), cell: words.what },
    { key: 'object', title: t('columns.object'), width: '28%', cell: words.object },
    { key: 'person', title: t('columns.person'), width: '20%', cell: words.person },
    { key: 'at', title: t('columns.at'), width: '22%', cell: words.at },
  ];
  const table = {
    columns,
    rows: entries,
    rowId: (entry: LogEntry) => entry.audit_id,
    rowName: (entry: LogEntry) => `${words.what(entry)}, ${words.object(entry)}, ${words.at(entry)}`,
    open,
    title: t('title'),
  };
  return small ? <Cards {...table} /> : <Rows {...table} view={view} />;
}
