import type { ReactNode } from 'react';
import { usePageTitle } from '../../../platform/ui/use-page-title';
import { AuthLayout } from '../AuthLayout';
import classes from '../LoginPage.module.css';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** A page without a session: a heading, a sentence, a form. */
export function SignedOutPage({ title, lead, children }: Props) {
  usePageTitle(title);
  return (
    <AuthLayout>
      <div className={classes['column']}>
        <h1 className={classes['title']}>{title}</h1>
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        {children}
      </div>
    </AuthLayout>
  );
}
