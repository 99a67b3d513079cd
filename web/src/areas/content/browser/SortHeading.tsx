import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isByDate, type Order } from '../orders';
import type { BrowserView } from './browser-view';
import classes from './EntryTable.module.css';
import type { ColumnKey } from './list-columns';

const SORTED = ['name', 'size', 'modified_at', 'taken_at'] as const;

/** A column's heading: a button that sorts if the list can be sorted by it. */
export function SortHeading({
  view,
  column,
  label,
  children,
}: {
  view: BrowserView;
  column: 'name' | ColumnKey;
  label: string;
  /** The column's edge, or the box that selects everything. */
  children?: ReactNode;
}) {
  // The column of dates shows those that the list goes by.
  const sorted = column === 'modified_at' && isByDate(view.order) ? 'taken_at' : column;
  const by = SORTED.find((one) => one === sorted);
  const rising = view.order === sorted;
  const falling = view.order === `-${sorted}`;
  const next: Order | null = by === undefined || !view.order ? null : rising ? `-${by}` : by;
  const sort = rising ? 'ascending' : falling ? 'descending' : 'none';
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualiser
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <div role="columnheader" {...(next && { 'aria-sort': sort })} className={classes[column]}>
      {children}
      {next ? (
        <button type="button" className={classes['sort']} onClick={() => view.reorder(next)}>
          {label}
          {rising && <IconArrowUp size={14} aria-hidden />}
          {falling && <IconArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        <span className={classes['sort']}>{label}</span>
      )}
    </div>
  );
}
