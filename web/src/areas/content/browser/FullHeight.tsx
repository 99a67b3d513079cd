import type { PropsWithChildren } from 'react';
import classes from './FullHeight.module.css';

/** Takes all the space under the top bar, edge to edge, so that the list inside scrolls by itself. */
export function FullHeight({ children }: PropsWithChildren) {
  return <div className={classes['room']}>{children}</div>;
}
