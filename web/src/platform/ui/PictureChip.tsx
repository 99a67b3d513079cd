import type { ReactNode } from 'react';
import classes from './PictureChip.module.css';

/** `drawing` is an icon of 13 pixels before the words. */
type Props = { title: string; drawing: ReactNode; children: string };

/** A few words over a picture: dark, so that they read on any image. */
export function PictureChip({ title, drawing, children }: Props) {
  return (
    <span className={classes['chip']} title={title}>
      {drawing}
      <span>{children}</span>
    </span>
  );
}
