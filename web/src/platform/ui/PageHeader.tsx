import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { usePageTitle } from './use-page-title';

type Props = { title: string; description?: ReactNode; actions?: ReactNode; back?: ReactNode };

/**
 * The heading of a page and its actions on one line, below the back link if there is one; also sets the title of the
 * browser tab.
 */
export function PageHeader({ title, description, actions, back }: Props) {
  usePageTitle(title);
  return (
    <header className={classes['root']}>
      <div className={classes['words']}>
        {back}
        <h1 className={classes['title']}>{title}</h1>
        {description !== undefined && <p className={classes['description']}>{description}</p>}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}
