import classes from './Cards.module.css';
import type { TableProps } from './column';
import { RowMenu } from './RowMenu';
import { RowName } from './RowName';
import { meansRow } from './row-click';

type Props<Row> = TableProps<Row> & { title: string };

/** The rows on a phone: one card each, its first column as the heading. */
export function Cards<Row>({ columns, rows, rowId, rowName, open, actions, title }: Props<Row>) {
  const [first, ...others] = columns;
  if (first === undefined) return null;
  return (
    <ul className={classes['cards']} aria-label={title}>
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the button with the name opens the row
        <li
          key={rowId(row)}
          className={classes['card']}
          data-opens={open !== undefined || undefined}
          onClick={(event) => meansRow(event) && open?.(row)}
        >
          <div className={classes['head']}>
            <RowName row={row} column={first} open={open} />
            {actions !== undefined && <RowMenu name={rowName(row)} actions={actions(row)} />}
          </div>
          {others.length > 0 && (
            <dl className={classes['facts']}>
              {others.map((column) => (
                <div key={column.key} className={classes['fact']}>
                  <dt>{column.title}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}
