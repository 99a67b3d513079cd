import type { ReactNode } from 'react';
import { Offline } from '../../platform/ui/Offline';
import { Wordmark } from '../../platform/ui/Wordmark';
import classes from './AuthLayout.module.css';
import { LanguageSwitch } from './LanguageSwitch';
import { Showcase } from './Showcase';

/** One half with the form, and one that shows the product. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes['root']}>
      <div className={classes['side']}>
        <header className={classes['top']}>
          <Wordmark height={30} />
          <LanguageSwitch />
        </header>
        <Offline />
        <main className={classes['main']}>{children}</main>
      </div>
      <Showcase />
    </div>
  );
}
