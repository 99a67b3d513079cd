import type { ReactNode } from 'react';
import classes from './TwoLines.module.css';

type Props = { title: string; note?: string; picture?: ReactNode };

/** A longer title may not fit into its three lines; the tooltip has all of it. */
const long = 80;

/** A name, and below it in small print what distinguishes it from others. */
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
