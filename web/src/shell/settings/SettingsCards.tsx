import { Link } from '@tanstack/react-router';
import classes from './SettingsHome.module.css';
import type { SettingsGroup } from './settings-menu';

/** Settings screens as cards, each with a sentence about it. */
export function SettingsCards({ groups }: { groups: readonly SettingsGroup[] }) {
  const idOf = (group: SettingsGroup) => `home-${group.key}-${group.appId ?? 0}`;
  return groups.map((group) => (
    <section key={idOf(group)} className={classes['group']} aria-labelledby={idOf(group)}>
      <h2 id={idOf(group)} className={classes['title']}>
        {group.title}
      </h2>
      <ul className={classes['cards']}>
        {group.entries.map(({ key, path, icon: Drawing, label, about }) => (
          <li key={key}>
            <Link to={path} className={classes['card'] ?? ''}>
              <span className={classes['icon']}>
                <Drawing size={20} stroke={1.7} aria-hidden />
              </span>
              <span>
                <span className={classes['name']}>{label()}</span>
                <span className={classes['about']}>{about()}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
