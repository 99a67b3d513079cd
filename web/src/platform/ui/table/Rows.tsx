import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnHeading } from './ColumnHeading';
import type { TableProps } from './column';
import classes from './DataTable.module.css';
import { RowMenu } from './RowMenu';
import { RowName } from './RowName';
import { meansRow } from './row-click';
import type { TableView } from './table-view';

type Props<Row> = TableProps<Row> & { title: string; view: TableView };

/** Up and down move from row to row, Home and End to the first and last. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-name]')];
  const at = names.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: names.length - 1,
  };
  const next = names[steps[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

export function Rows<Row>({ columns, rows, rowId, rowName, open, actions, title, view }: Props<Row>) {
  const { t } = useTranslation('settings');
  const [first, ...others] = columns;
  if (first === undefined) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label={title}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHeading key={column.key} column={column} view={view} />
            ))}
            {actions !== undefined && (
              <th scope="col" className={classes['tools']}>
                <span className={classes['unseen']}>{t('table.tools')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              data-opens={open !== undefined || undefined}
              onClick={(event) => meansRow(event) && open?.(row)}
            >
              <th scope="row">
                <RowName row={row} column={first} open={open} />
              </th>
              {others.map((column) => (
                <td key={column.key}>{column.cell(row)}</td>
              ))}
              {actions !== undefined && (
                <td className={classes['tools']}>
                  <RowMenu name={rowName(row)} actions={actions(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
