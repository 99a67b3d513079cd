import type { ReactNode } from 'react';
import classes from './Strip.module.css';

/** `cards` is how many stand beside each other where there is room; `children` are items of a list. */
type Props = { cards: 'two' | 'four' | 'five'; children: ReactNode };

/** A row of cards that scrolls sideways. */
export function Strip({ cards, children }: Props) {
  return (
    <ul className={classes['strip']} data-cards={cards}>
      {children}
    </ul>
  );
}
