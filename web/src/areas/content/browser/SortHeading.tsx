import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Order } from '../queries';
import type { BrowserView } from './browser-view';
import classes from './EntryTable.module.css';

/** A column's heading: a button that sorts if the list can be sorted. */
export function SortHeading({
  view,
  column,
  label,
}: {
  view: BrowserView;
  column: 'name' | 'size' | 'modified_at';
  label: string;
}) {
  const rising = view.order === column;
  const falling = view.order === `-${column}`;
  const next: Order = rising ? `-${column}` : column;
  const sort = rising ? 'ascending' : falling ? 'descending' : 'none';
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualiser
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <div role="columnheader" {...(view.order && { 'aria-sort': sort })} className={classes[column]}>
      {view.order ? (
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
