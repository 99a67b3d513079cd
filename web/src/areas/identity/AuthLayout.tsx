import type { ReactNode } from 'react';
import { useOrganisation } from '../../platform/session/organisation';
import { Offline } from '../../platform/ui/Offline';
import { OrganisationMark } from '../../platform/ui/OrganisationMark';
import { Wordmark } from '../../platform/ui/Wordmark';
import classes from './AuthLayout.module.css';
import { LanguageSwitch } from './LanguageSwitch';
import { Showcase } from './Showcase';

/** One half with the form, and one that shows the product. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const organisation = useOrganisation();
  return (
    <div className={classes['root']}>
      <div className={classes['side']}>
        <header className={classes['top']}>
          <OrganisationMark height={30} />
          <LanguageSwitch />
        </header>
        <Offline />
        <main className={classes['main']}>{children}</main>
        {organisation.name !== null && (
          <footer className={classes['product']}>
            <Wordmark height={14} />
          </footer>
        )}
      </div>
      <Showcase />
    </div>
  );
}
