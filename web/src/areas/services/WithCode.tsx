import { Fragment } from 'react';
import classes from './ServicesPage.module.css';

/** A sentence in which words between backticks are code. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) => {
    const key = `${index} ${part}`;
    const typed = index % 2 === 1;
    return typed ? (
      <code key={key} className={classes['code']}>
        {part}
      </code>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
