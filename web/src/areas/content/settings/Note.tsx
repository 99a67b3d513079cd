import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Note.module.css';

/** A condition that must be known before a form is filled in. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={classes['note']}>
      <IconInfoCircle size={18} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
