import { IconHome, IconSettings } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../platform/registry/registry';
import { useApplications, useSession } from '../platform/session/use-session';
import classes from './Drawer.module.css';
import { DrawerLink } from './DrawerLink';
import { isAt, type MenuGroup, menu } from './menu';

type Props = { mini: boolean };

/** The user's applications, grouped; a group of several instances shows its name above them. */
export function Drawer({ mini }: Props) {
  const { t } = useTranslation('shell');
  const { applications: kinds } = useRegistry();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  const groups = menu(kinds, applications, roles);
  const nameOf = ({ key, kind }: MenuGroup) => kind?.label() ?? (key === 'home' ? t('menu.home') : t('menu.settings'));
  const iconOf = ({ key, kind }: MenuGroup) => kind?.icon ?? (key === 'home' ? IconHome : IconSettings);
  return (
    <ul className={classes['list']} data-mini={mini || undefined}>
      {groups.map((group) => {
        const several = group.entries.length > 1;
        return (
          <li key={group.key}>
            {several && !mini && <span className={classes['group']}>{nameOf(group)}</span>}
            <ul className={classes['entries']}>
              {group.entries.map((entry) => (
                <li key={entry.href}>
                  <DrawerLink
                    href={entry.href}
                    icon={iconOf(group)}
                    label={several && entry.title !== null ? entry.title : nameOf(group)}
                    active={isAt(pathname, group, entry, kinds)}
                    mini={mini}
                  />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
