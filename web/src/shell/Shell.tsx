import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { activityWidgets } from '../areas/activity/widgets';
import { loadChunk } from '../platform/routing/page';
import { useSession } from '../platform/session/use-session';
import { Offline } from '../platform/ui/Offline';
import { AppBar } from './AppBar';
import { Drawer } from './Drawer';
import { ExpiredSession } from './ExpiredSession';
import classes from './Shell.module.css';
import { useDrawerMode } from './use-drawer-mode';
import { useFollowUserLanguage } from './use-follow-user-language';

const CommandPalette = lazy(() =>
  loadChunk(() => import('./CommandPalette')).then((module) => ({ default: module.CommandPalette })),
);
const { Provider = Fragment, Tray } = activityWidgets;

/** Top bar, drawer and the page between them. */
export function Shell() {
  const { t } = useTranslation('shell');
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { mini, toggleMini } = useDrawerMode();
  const [overlay, { toggle: toggleOverlay, close: closeOverlay }] = useDisclosure(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useFollowUserLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the overlay drawer
  useEffect(closeOverlay, [pathname]);
  useHotkeys([['Escape', closeOverlay, { preventDefault: false }]]);
  // Before a required change of the password nothing else opens.
  const forced = useSession()?.user.reset_pwd ?? false;
  const isMini = mini && !small;
  return (
    <Provider>
      <a className={classes['skip']} href="#main">
        {t('skip_to_content')}
      </a>
      <div className={classes['shell']} data-drawer={small || forced ? 'overlay' : isMini ? 'mini' : 'open'}>
        <header className={classes['header']}>
          <AppBar
            drawerOpen={small ? overlay : !mini}
            onToggleDrawer={small ? toggleOverlay : toggleMini}
            small={small}
            forced={forced}
          />
        </header>
        {!forced && (
          <nav
            className={classes['drawer']}
            aria-label={t('menu.label')}
            inert={small && !overlay}
            data-open={overlay || undefined}
          >
            <Drawer mini={isMini} />
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
      {Tray !== undefined && <Tray />}
      <ExpiredSession />
      {!forced && (
        <Suspense>
          <CommandPalette />
        </Suspense>
      )}
    </Provider>
  );
}
