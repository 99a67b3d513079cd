import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { usePageTitle } from './use-page-title';

type Props = { title: string; description?: ReactNode; actions?: ReactNode };

/** The heading of a page and its actions on one line; names the browser tab too. */
export function PageHeader({ title, description, actions }: Props) {
  usePageTitle(title);
  return (
    <header className={classes['root']}>
      <div className={classes['words']}>
        <h1 className={classes['title']}>{title}</h1>
        {description !== undefined && <p className={classes['description']}>{description}</p>}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}
