import { type PropsWithChildren, type ReactNode, useId } from 'react';
import classes from './Section.module.css';

type Props = PropsWithChildren<{ title: string; about?: string | undefined; action?: ReactNode }>;

/** A part of the page, with its heading. */
export function Section({ title, about, action, children }: Props) {
  const heading = useId();
  return (
    <section className={classes['section']} aria-labelledby={heading}>
      <div className={classes['head']}>
        <h2 id={heading} className={classes['title']}>
          {title}
        </h2>
        {action}
      </div>
      {about !== undefined && <p className={classes['about']}>{about}</p>}
      {children}
    </section>
  );
}
