import { type PropsWithChildren, useId } from 'react';
import classes from './FieldGroup.module.css';

/** Fields of a form that belong together: a heading, and a sentence on what they are for. */
export function FieldGroup({ title, lead, children }: PropsWithChildren<{ title: string; lead: string }>) {
  const id = useId();
  return (
    <fieldset className={classes['group']} aria-describedby={id}>
      <legend className={classes['title']}>{title}</legend>
      <p id={id} className={classes['lead']}>
        {lead}
      </p>
      {children}
    </fieldset>
  );
}
