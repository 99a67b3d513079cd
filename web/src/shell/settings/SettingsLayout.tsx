import { IconChevronLeft } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './SettingsLayout.module.css';
import { isAtEntry, type SettingsGroup } from './settings-menu';
import { useSettingsMenu } from './use-settings-menu';

/** The settings screens, with links to the others beside them; on small screens, a link back to the list of all. */
export function SettingsLayout() {
  const { t } = useTranslation('settings');
  const groups = useSettingsMenu();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isHome = /^\/settings\/?$/.test(pathname);
  const idOf = (group: SettingsGroup) => `settings-${group.key}-${group.appId ?? 0}`;
  return (
    <div className={classes['layout']} data-home={isHome || undefined}>
      {!isHome && (
        <Link to="/settings" className={classes['back'] ?? ''}>
          <IconChevronLeft size={18} stroke={1.7} aria-hidden />
          {t('menu.back')}
        </Link>
      )}
      <nav className={classes['menu']} aria-label={t('menu.label')}>
        {groups.map((group) => (
          <div key={idOf(group)}>
            <p className={classes['group']} id={idOf(group)}>
              {group.title}
            </p>
            <ul className={classes['entries']} aria-labelledby={idOf(group)}>
              {group.entries.map((entry) => {
                const { key, path, icon: Drawing, label } = entry;
                const active = isAtEntry(pathname, entry, group.entries);
                return (
                  <li key={key}>
                    <Link
                      to={path}
                      className={classes['link'] ?? ''}
                      data-active={active || undefined}
                      aria-current={pathname === path ? 'page' : undefined}
                    >
                      <Drawing size={18} stroke={1.7} aria-hidden />
                      {label()}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </nav>
      <div className={classes['screen']}>
        <Outlet />
      </div>
    </div>
  );
}
