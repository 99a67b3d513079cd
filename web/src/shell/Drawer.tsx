import { type Icon, IconHome, IconPhoto, IconRobotFace, IconSettings, IconUsers } from '@tabler/icons-react';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApplications, useSession } from '../platform/session/use-session';
import classes from './Drawer.module.css';
import { DrawerLink } from './DrawerLink';
import { isAt, type MenuGroupKey, menu } from './menu';

type Props = { mini: boolean };

const icons: Record<MenuGroupKey, Icon> = {
  home: IconHome,
  cdp: IconUsers,
  content: IconPhoto,
  ai_workforce: IconRobotFace,
  settings: IconSettings,
};

/** The user's applications, grouped; a group of several instances shows its name above them. */
export function Drawer({ mini }: Props) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  const groups = menu(applications, roles, (path) => path in router.routesByPath);
  const names: Record<MenuGroupKey, string> = {
    home: t('menu.home'),
    cdp: t('menu.cdp'),
    content: t('menu.content'),
    ai_workforce: t('menu.ai_workforce'),
    settings: t('menu.settings'),
  };
  return (
    <ul className={classes['list']} data-mini={mini || undefined}>
      {groups.map((group) => {
        const several = group.entries.length > 1;
        return (
          <li key={group.key}>
            {several && !mini && <span className={classes['group']}>{names[group.key]}</span>}
            <ul className={classes['entries']}>
              {group.entries.map((entry) => (
                <li key={entry.href}>
                  <DrawerLink
                    href={entry.href}
                    icon={icons[group.key]}
                    label={several && entry.title !== null ? entry.title : names[group.key]}
                    active={isAt(pathname, group, entry)}
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
