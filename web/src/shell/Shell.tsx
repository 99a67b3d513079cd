import { AppShell } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { activityWidgets } from '../areas/activity/widgets';
import { Offline } from '../platform/ui/Offline';
import { AppBar } from './AppBar';
import { CommandPalette } from './CommandPalette';
import { Drawer } from './Drawer';
import classes from './Shell.module.css';
import { useDrawerMode } from './use-drawer-mode';
import { useFollowUserLanguage } from './use-follow-user-language';

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
  const isMini = mini && !small;
  return (
    <Provider>
      <a className={classes['skip']} href="#main">
        {t('skip_to_content')}
      </a>
      <AppShell
        layout="default"
        header={{ height: 60 }}
        navbar={{ width: isMini ? 72 : 236, breakpoint: 'sm', collapsed: { mobile: !overlay } }}
        classNames={{ header: classes['header'] ?? '', navbar: classes['navbar'] ?? '', main: classes['main'] ?? '' }}
        transitionDuration={180}
      >
        <AppShell.Header>
          <AppBar
            drawerOpen={small ? overlay : !mini}
            onToggleDrawer={small ? toggleOverlay : toggleMini}
            small={small}
          />
        </AppShell.Header>
        <Drawer mini={isMini} hidden={small && !overlay} />
        {small && overlay && <div className={classes['shade']} onClick={closeOverlay} aria-hidden />}
        <AppShell.Main id="main" tabIndex={-1}>
          <Offline />
          <div className={classes['page']}>
            <Outlet />
          </div>
        </AppShell.Main>
      </AppShell>
      {Tray !== undefined && <Tray />}
      <CommandPalette />
    </Provider>
  );
}
