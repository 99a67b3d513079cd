import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A column; the first one names the row. */
export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The server's name for ordering by this column. */
  order?: string;
  /** CSS width. */
  width?: string;
};

export type RowAction = { key: string; label: string; icon: Icon; run: () => void; danger?: boolean };

/** A list as a query hook gives it. */
export type List<Row> = {
  data: { items: readonly Row[]; total: number } | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

export type TableProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number | string;
  /** Names the row for those who do not see it. */
  rowName: (row: Row) => string;
  /** What a click on the row's name does; without it the name is plain text. */
  open?: ((row: Row) => void) | undefined;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
};
