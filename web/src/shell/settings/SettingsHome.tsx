import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../platform/ui/PageHeader';
import classes from './SettingsHome.module.css';
import { useSettingsMenu } from './use-settings-menu';

/** Everything somebody may set up, each with a sentence on what it is. */
export function SettingsHome() {
  const { t } = useTranslation('settings');
  const groups = useSettingsMenu();
  return (
    <>
      <PageHeader title={t('home.title')} description={t('home.lead')} />
      {groups.map((group) => (
        <section key={group.key} className={classes['group']} aria-labelledby={`home-${group.key}`}>
          <h2 id={`home-${group.key}`} className={classes['title']}>
            {t(`menu.groups.${group.key}`)}
          </h2>
          <ul className={classes['cards']}>
            {group.entries.map(({ key, path, icon: Drawing }) => (
              <li key={key}>
                <Link to={path as string} className={classes['card'] ?? ''}>
                  <span className={classes['icon']}>
                    <Drawing size={20} stroke={1.7} aria-hidden />
                  </span>
                  <span>
                    <span className={classes['name']}>{t(`menu.${key}`)}</span>
                    <span className={classes['about']}>{t(`menu.about.${key}`)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
