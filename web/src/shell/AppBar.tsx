import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../platform/registry/registry';
import { useOrganisation } from '../platform/session/organisation';
import { Hint } from '../platform/ui/Hint';
import { OrganisationMark } from '../platform/ui/OrganisationMark';
import classes from './AppBar.module.css';
import { PaletteButton } from './PaletteButton';
import { SchemeToggle } from './SchemeToggle';
import { UserButton } from './UserButton';

type Props = {
  drawerOpen: boolean;
  toggleDrawer: () => void;
  /** On a phone a tab at its foot opens the drawer. */
  small: boolean;
  forced: boolean;
};

export function AppBar({ drawerOpen, toggleDrawer, small, forced }: Props) {
  const { t } = useTranslation('shell');
  const organisation = useOrganisation();
  const bars = useRegistry().shell.flatMap((parts) => parts.Bar ?? []);
  const label = drawerOpen ? t('menu.collapse') : t('menu.expand');
  const Drawing = drawerOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <div className={classes['bar']}>
      <div className={classes['start']}>
        {!forced && !small && (
          <Hint label={label}>
            <ActionIcon
              className={classes['action'] ?? ''}
              onClick={toggleDrawer}
              aria-label={label}
              aria-expanded={drawerOpen}
            >
              <Drawing size={20} stroke={1.7} />
            </ActionIcon>
          </Hint>
        )}
        <Link
          to="/"
          className={classes['logo'] ?? ''}
          aria-label={t('to_home', { name: organisation.name ?? 'Vitrine' })}
        >
          <OrganisationMark />
        </Link>
      </div>
      {forced ? <span /> : <PaletteButton />}
      <div className={classes['end']}>
        <SchemeToggle />
        {bars.map((Bar, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of areas does not change
          <Bar key={index} />
        ))}
        <UserButton />
      </div>
    </div>
  );
}
