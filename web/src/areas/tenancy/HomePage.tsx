import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../platform/registry/registry';
import { useApplications, useSession } from '../../platform/session/use-session';
import { PageHeader } from '../../platform/ui/PageHeader';
import { ApplicationCard } from './ApplicationCard';
import { dayPart } from './day-part';
import { Guide } from './guide/Guide';
import classes from './HomePage.module.css';
import { NoApplications } from './NoApplications';
import { useOpenableApplications } from './use-openable-applications';

export function HomePage() {
  const { t } = useTranslation('tenancy_home');
  const session = useSession();
  const { homeWidgets } = useRegistry();
  const news = homeWidgets.flatMap(({ key, News }) => (News === undefined ? [] : { key, News }));
  const acts = homeWidgets.flatMap(({ key, Action }) => (Action === undefined ? [] : { key, Action }));
  const applications = useApplications();
  const openable = useOpenableApplications(applications);
  const roles = session?.roles ?? [];
  const nothing = openable.length === 0 && <NoApplications />;
  const guided = roles.includes('USER_MASTER') || roles.includes('USER_ADMIN');
  const name = session?.user.name.split(' ')[0] ?? '';
  const greetings = {
    morning: t('home.morning', { name }),
    afternoon: t('home.afternoon', { name }),
    evening: t('home.evening', { name }),
  };
  return (
    <div className={classes['page']}>
      <PageHeader
        title={greetings[dayPart(new Date())]}
        {...(news.length > 0 && { description: news.map(({ key, News }) => <News key={key} />) })}
        {...(acts.length > 0 && { actions: acts.map(({ key, Action }) => <Action key={key} />) })}
      />
      {roles.includes('USER_MASTER') && <Guide of="master" otherwise={nothing} />}
      {roles.includes('USER_ADMIN') && <Guide of="admin" otherwise={!roles.includes('USER_MASTER') && nothing} />}
      {!guided && nothing}
      {homeWidgets.map(({ key, Widget }) => (
        <Widget key={key} />
      ))}
      {openable.length > 0 && (
        <section aria-labelledby="applications">
          <h2 id="applications" className={classes['heading']}>
            {t('home.applications')}
          </h2>
          <ul className={classes['grid']}>
            {openable.map(({ application, kind }) => (
              <li key={application.application_instance_id}>
                <ApplicationCard application={application} kind={kind} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
