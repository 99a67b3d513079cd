import { IconHome, IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../platform/registry/registry';
import { useApplications, useSession } from '../platform/session/use-session';
import { TabButton, TabLink } from '../platform/ui/tabs/Tab';
import { menu } from './menu';
import classes from './Tabs.module.css';

type Props = { drawerOpen: boolean; toggleDrawer: () => void };

/** At the foot of a phone: home, the drawer, and what areas add. */
export function Tabs({ drawerOpen, toggleDrawer }: Props) {
  const { t } = useTranslation('shell');
  const { applications: kinds, tabs } = useRegistry();
  const groups = menu(kinds, useApplications(), useSession()?.roles ?? []);
  const home = groups.find(({ key }) => key === 'home')?.entries[0]?.href ?? '/';
  // The drawer has the places of an application; it is called by the first that has some.
  const main = groups.find(({ kind }) => kind?.Places !== undefined)?.kind;
  return (
    <ul className={classes['list']}>
      <TabLink href={home} icon={IconHome} label={t('menu.home')} />
      <TabButton
        icon={main?.icon ?? IconMenu2}
        label={main?.label() ?? t('tabs.menu')}
        expanded={drawerOpen}
        onClick={toggleDrawer}
      />
      {tabs.map(({ key, Part }) => (
        <Suspense key={key} fallback={null}>
          <Part />
        </Suspense>
      ))}
    </ul>
  );
}
