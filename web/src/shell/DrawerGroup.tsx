import { IconHome, IconSettings } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../platform/registry/registry';
import { DrawerHeading } from '../platform/ui/drawer/DrawerHeading';
import { DrawerRow } from '../platform/ui/drawer/DrawerRow';
import classes from './Drawer.module.css';
import { isAt, type MenuEntry, type MenuGroup } from './menu';

type Props = { group: MenuGroup; mini: boolean };

/** The instances of one kind of application: a row each, or the places of each below its name. */
export function DrawerGroup({ group, mini }: Props) {
  const { t } = useTranslation('shell');
  const { applications: kinds } = useRegistry();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { key, kind, entries } = group;
  const name = kind?.label() ?? (key === 'home' ? t('menu.home') : t('menu.settings'));
  const icon = kind?.icon ?? (key === 'home' ? IconHome : IconSettings);
  const several = entries.length > 1;
  const labelOf = ({ title }: MenuEntry) => (several && title !== null ? title : name);
  const Places = mini ? undefined : kind?.Places;
  if (Places !== undefined) {
    return entries.map((entry) => (
      <li key={entry.href}>
        <DrawerHeading>
          <Link to={entry.href} className={classes['home'] ?? ''} activeOptions={{ exact: true }}>
            {labelOf(entry)}
          </Link>
        </DrawerHeading>
        <Suspense fallback={null}>{entry.appId !== undefined && <Places appId={entry.appId} />}</Suspense>
      </li>
    ));
  }
  return (
    <>
      {several && !mini && (
        <li>
          <DrawerHeading>{name}</DrawerHeading>
        </li>
      )}
      {entries.map((entry) => (
        <DrawerRow
          key={entry.href}
          href={entry.href}
          icon={icon}
          label={labelOf(entry)}
          active={isAt(pathname, group, entry, kinds)}
          mini={mini}
        />
      ))}
    </>
  );
}
