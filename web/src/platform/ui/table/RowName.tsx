import type { Column } from './column';
import classes from './DataTable.module.css';

type Props<Row> = { row: Row; column: Column<Row>; open: ((row: Row) => void) | undefined };

/** The cell that names its row, and opens it if possible. */
export function RowName<Row>({ row, column, open }: Props<Row>) {
  if (open === undefined) return <div className={classes['name']}>{column.cell(row)}</div>;
  return (
    <button type="button" className={classes['name']} data-row-name onClick={() => open(row)}>
      {column.cell(row)}
    </button>
  );
}
