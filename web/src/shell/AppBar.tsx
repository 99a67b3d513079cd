import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { activityWidgets } from '../areas/activity/widgets';
import { useThemeChoice } from '../platform/theme/ThemeProvider';
import { Wordmark } from '../platform/ui/Wordmark';
import classes from './AppBar.module.css';
import { PaletteButton } from './PaletteButton';
import { SchemeToggle } from './SchemeToggle';
import { UserMenu } from './UserMenu';

type Props = { drawerOpen: boolean; onToggleDrawer: () => void; small: boolean };

const { Bell } = activityWidgets;

export function AppBar({ drawerOpen, onToggleDrawer, small }: Props) {
  const { t } = useTranslation('shell');
  const { config } = useThemeChoice();
  const label = drawerOpen ? t('menu.collapse') : t('menu.expand');
  const OpenIcon = small ? IconX : IconLayoutSidebarLeftCollapse;
  const ClosedIcon = small ? IconMenu2 : IconLayoutSidebarLeftExpand;
  const Drawing = drawerOpen ? OpenIcon : ClosedIcon;
  return (
    <div className={classes['bar']}>
      <div className={classes['start']}>
        <Tooltip label={label} disabled={small}>
          <ActionIcon
            className={classes['action'] ?? ''}
            onClick={onToggleDrawer}
            aria-label={label}
            aria-expanded={drawerOpen}
          >
            <Drawing size={20} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Link to="/" className={classes['logo'] ?? ''} aria-label={t('to_home')}>
          {config.logo === null ? <Wordmark /> : <img src={config.logo} alt="" width={200} height={35} />}
        </Link>
      </div>
      <PaletteButton />
      <div className={classes['end']}>
        <SchemeToggle />
        {Bell !== undefined && <Bell />}
        <UserMenu />
      </div>
    </div>
  );
}
