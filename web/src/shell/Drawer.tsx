import { Suspense } from 'react';
import type { DrawerPart } from '../platform/registry/area';
import { useRegistry } from '../platform/registry/registry';
import { useApplications, useSession } from '../platform/session/use-session';
import { Wordmark } from '../platform/ui/Wordmark';
import classes from './Drawer.module.css';
import { DrawerGroup } from './DrawerGroup';
import { menu } from './menu';

type Props = { mini: boolean };

/** Home and the places that areas add, the user's applications with theirs, and at the foot what is seldom needed. */
export function Drawer({ mini }: Props) {
  const { applications: kinds, drawer } = useRegistry();
  const applications = useApplications();
  const roles = useSession()?.roles ?? [];
  const groups = menu(kinds, applications, roles);
  const rows = (wanted: DrawerPart['slot']) =>
    drawer
      .filter(({ slot }) => slot === wanted)
      .map(({ key, Part }) => (
        <Suspense key={key} fallback={null}>
          <Part mini={mini} />
        </Suspense>
      ));
  const of = (wanted: 'home' | 'settings') =>
    groups
      .filter(({ key }) => key === wanted)
      .map((group) => <DrawerGroup key={group.key} group={group} mini={mini} />);
  return (
    <div className={classes['drawer']} data-mini={mini || undefined}>
      <ul className={classes['list']}>
        {of('home')}
        {rows('places')}
        {groups
          .filter(({ kind }) => kind !== undefined)
          .map((group) => (
            <DrawerGroup key={group.key} group={group} mini={mini} />
          ))}
        {rows('below')}
      </ul>
      <div className={classes['foot']}>
        <ul className={classes['list']}>
          {rows('foot')}
          {of('settings')}
        </ul>
        <p className={classes['product']} data-mini={mini || undefined}>
          <Wordmark height={14} markOnly={mini} />
        </p>
      </div>
    </div>
  );
}
