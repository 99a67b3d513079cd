import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLong, MOST_COLUMNS, MOST_ROWS, readTable } from '../../../platform/read-table';
import classes from './TableText.module.css';

/** A text with separated values as a table; its first line is the head. */
export function TableText({ name, text, isCut }: { name: string; text: string; isCut: boolean }) {
  const { t } = useTranslation('content_viewer');
  const { head, rows, hasMoreRows, hasMoreColumns } = useMemo(() => readTable(text, isCut), [text, isCut]);
  return (
    <>
      <table className={classes['table']} aria-label={name}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells columns apart
              <th key={at} scope="col" dir="auto" data-long={isLong(cell)}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells rows apart
            <tr key={line}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={at} dir="auto" data-long={isLong(cell)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasMoreRows && <p className={classes['cut']}>{t('rowsCut', { rows: MOST_ROWS })}</p>}
      {hasMoreColumns && <p className={classes['cut']}>{t('columnsCut', { columns: MOST_COLUMNS })}</p>}
    </>
  );
}
