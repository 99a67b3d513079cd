import type { ReactNode } from 'react';
import classes from './DrawerHeading.module.css';

/** Over rows of the drawer that belong together. */
export function DrawerHeading({ children }: { children: ReactNode }) {
  return <div className={classes['heading']}>{children}</div>;
}
