import type { ReactNode } from 'react';
import classes from './TwoLines.module.css';

type Props = { title: string; note?: string; picture?: ReactNode };

/** Beyond this a title may not fit into its three lines; it is whole in the hint. */
const long = 80;

/** What something is called, and below it in small what tells it from others. */
export function TwoLines({ title, note, picture }: Props) {
  return (
    <span className={classes['cell']}>
      {picture}
      <span className={classes['words']}>
        <span className={classes['title']} title={title.length > long ? title : undefined}>
          {title}
        </span>
        {note !== undefined && <span className={classes['note']}>{note}</span>}
      </span>
    </span>
  );
}
