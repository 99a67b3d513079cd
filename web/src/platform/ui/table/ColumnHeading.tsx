import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { Column } from './column';
import classes from './DataTable.module.css';
import type { TableView } from './table-view';

type Props<Row> = { column: Column<Row>; view: TableView };

/** A column's title; if the server can order by it, a button that does so and reverses the order. */
export function ColumnHeading<Row>({ column, view }: Props<Row>) {
  const { order, title, width } = column;
  const style = width === undefined ? undefined : { width };
  if (order === undefined) {
    return (
      <th scope="col" style={style}>
        {title}
      </th>
    );
  }
  const ascending = view.order === order;
  const descending = view.order === `-${order}`;
  const Arrow = ascending ? IconArrowUp : descending ? IconArrowDown : IconArrowsSort;
  return (
    <th scope="col" style={style} aria-sort={ascending ? 'ascending' : descending ? 'descending' : 'none'}>
      <button
        type="button"
        className={classes['sort']}
        data-active={ascending || descending || undefined}
        onClick={() => view.show({ order: ascending ? `-${order}` : order })}
      >
        {title}
        <Arrow size={14} stroke={2} aria-hidden />
      </button>
    </th>
  );
}
