import type { ReactNode } from 'react';
import classes from './TwoLines.module.css';

type Props = { title: string; note?: string; picture?: ReactNode };

/** What something is called, and below it in small what tells it from others. */
export function TwoLines({ title, note, picture }: Props) {
  return (
    <span className={classes['cell']}>
      {picture}
      <span className={classes['words']}>
        <span className={classes['title']}>{title}</span>
        {note !== undefined && <span className={classes['note']}>{note}</span>}
      </span>
    </span>
  );
}
