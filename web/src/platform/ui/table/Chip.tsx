import type { ReactNode } from 'react';
import classes from './Chip.module.css';

/** A framed word: a role, a kind, a state. */
export function Chip({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <span className={classes['chip']} data-strong={strong || undefined}>
      {children}
    </span>
  );
}

export function Chips({ children }: { children: ReactNode }) {
  return <span className={classes['chips']}>{children}</span>;
}
