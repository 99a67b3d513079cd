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

/** The list of a query hook. */
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
  /** The accessible name of the row. */
  rowName: (row: Row) => string;
  /** The action of a click on the row, or on its name; without it the name is plain text. */
  open?: ((row: Row) => void) | undefined;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
};
