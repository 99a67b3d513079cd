import { type PropsWithChildren, useId } from 'react';
import classes from './DesignPage.module.css';

/** A heading, and below it what it names. */
export function Section({ title, children }: PropsWithChildren<{ title: string }>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** One state of a component, with its name above it. */
export function State({ name, children }: PropsWithChildren<{ name: string }>) {
  return (
    <div className={classes['state']}>
      <span className={classes['note']}>{name}</span>
      {children}
    </div>
  );
}

export function Row({ children }: PropsWithChildren) {
  return <div className={classes['row']}>{children}</div>;
}
