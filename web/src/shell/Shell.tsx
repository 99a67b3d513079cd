import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type PropsWithChildren, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../platform/registry/registry';
import { later } from '../platform/routing/later';
import { useSession } from '../platform/session/use-session';
import { Offline } from '../platform/ui/Offline';
import { useBackCloses } from '../platform/ui/use-back-closes';
import { useIsPhone } from '../platform/ui/use-is-phone';
import { AppBar } from './AppBar';
import { Drawer } from './Drawer';
import { ExpiredSession } from './ExpiredSession';
import { PaletteLater } from './PaletteLater';
import classes from './Shell.module.css';
import { useDrawerMode } from './use-drawer-mode';
import { useFollowUserLanguage } from './use-follow-user-language';

const Tabs = later(() => import('./Tabs'), 'Tabs');

/** Everything that areas put around the shell, the first of them outermost. */
function Around({ children }: PropsWithChildren) {
  const { shell } = useRegistry();
  let inner = children;
  for (const { Around: Part } of [...shell].reverse()) if (Part !== undefined) inner = <Part>{inner}</Part>;
  return inner;
}

/** Top bar, drawer and the page between them. */
export function Shell() {
  const { t } = useTranslation('shell');
  const small = useIsPhone();
  const { mini, toggleMini } = useDrawerMode();
  const [overlay, { toggle: toggleOverlay, close: closeOverlay }] = useDisclosure(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useFollowUserLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the overlay drawer
  useEffect(closeOverlay, [pathname]);
  useHotkeys([['Escape', closeOverlay, { preventDefault: false }]]);
  useBackCloses(small && overlay, closeOverlay);
  const drawer = useRef<HTMLElement>(null);
  // Over the page it opens at its beginning, wherever the tree has scrolled it.
  useLayoutEffect(() => {
    if (overlay && drawer.current) drawer.current.scrollTop = 0;
  }, [overlay]);
  // Before a required change of the password nothing else opens.
  const forced = useSession()?.user.reset_pwd ?? false;
  const isMini = mini && !small;
  const corners = useRegistry().shell.flatMap((parts) => parts.Corner ?? []);
  return (
    <Around>
      <a className={classes['skip']} href="#main">
        {t('skip_to_content')}
      </a>
      <div className={classes['shell']} data-drawer={small || forced ? 'overlay' : isMini ? 'mini' : 'open'}>
        <header className={classes['header']}>
          <AppBar drawerOpen={!mini} toggleDrawer={toggleMini} small={small} forced={forced} />
        </header>
        {!forced && (
          <nav
            ref={drawer}
            className={classes['drawer']}
            aria-label={t('menu.label')}
            inert={small && !overlay}
            data-open={overlay || undefined}
          >
            <Drawer mini={isMini} />
          </nav>
        )}
        {small && !forced && (
          <nav className={classes['tabs']} aria-label={t('tabs.label')} data-tabs>
            <Suspense fallback={null}>
              <Tabs drawerOpen={overlay} toggleDrawer={toggleOverlay} />
            </Suspense>
          </nav>
        )}
        {small && overlay && <div className={classes['shade']} onClick={closeOverlay} aria-hidden />}
        <main id="main" tabIndex={-1} className={classes['main']}>
          <Offline />
          <div className={classes['page']}>
            <Outlet />
          </div>
        </main>
      </div>
      {corners.map((Corner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of areas does not change
        <Corner key={index} />
      ))}
      <ExpiredSession />
      {!forced && <PaletteLater />}
    </Around>
  );
}
