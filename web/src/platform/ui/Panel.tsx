import { type ReactNode, useId } from 'react';
import classes from './Panel.module.css';

type Props = { title?: string; description?: string; children: ReactNode };

/** A bordered surface with an optional heading. */
export function Panel({ title, description, children }: Props) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header className={classes['head']}>
          <h2 id={id} className={classes['title']}>
            {title}
          </h2>
          {description !== undefined && <p className={classes['description']}>{description}</p>}
        </header>
      )}
      {children}
    </section>
  );
}
