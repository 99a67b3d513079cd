import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failuresQuery } from './background-actions';
import classes from './FollowUps.module.css';
import { failureReason } from './failure-reason';

/** With which entries an action could not be done, and why. */
export function Failures({ appId, actionId }: { appId: number; actionId: string }) {
  const { t } = useTranslation('activity_tray');
  const { data } = useQuery({ ...failuresQuery(appId, actionId), retry: false });
  if (data === undefined) return null;
  const more = data.total - data.items.length;
  return (
    <ul className={classes['failures']} aria-label={t('failures')}>
      {data.items.map(({ node_id, name, reason }) => (
        <li key={node_id}>
          <span className={classes['name']} dir="auto">
            {name ?? t('unseen')}
          </span>
          <span className={classes['reason']}>{failureReason(reason, t)}</span>
        </li>
      ))}
      {more > 0 && <li className={classes['reason']}>{t('moreFailures', { count: more })}</li>}
    </ul>
  );
}
