import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../../platform/api/client';
import { currentLanguage } from '../../../platform/i18n/i18n';
import { formatMoment } from '../../../platform/i18n/moments';
import { notify } from '../../../platform/ui/notify';
import { describeAgent } from './agent';
import classes from './SessionsPanel.module.css';

const path = '/api/core/session';

/** The user's sessions, and buttons to end them. */
export function SessionsPanel() {
  const { t } = useTranslation('identity_account');
  const client = useQueryClient();
  const { data } = query.useQuery('get', path);
  const end = query.useMutation('delete', `${path}/{session_id}`);
  const endOthers = query.useMutation('delete', path);
  const again = async () => {
    notify.success(t('sessions.ended'));
    await client.invalidateQueries({ queryKey: ['get', path] });
  };
  if (data === undefined) return null;
  const endOne = (session_id: number) => end.mutate({ params: { path: { session_id } } }, { onSuccess: again });
  const named = (session: Schema<'Session'>) => {
    const { browser, system } = describeAgent(session.user_agent);
    if (browser === null) return t('sessions.unknown');
    return system === null ? browser : t('sessions.browser_on', { browser, system });
  };
  return (
    <div>
      <ul className={classes['list']}>
        {data.items.map((session) => {
          const Drawing = describeAgent(session.user_agent).mobile ? IconDeviceMobile : IconDeviceDesktop;
          const seen = formatMoment(session.seen_at, currentLanguage());
          return (
            <li key={session.session_id} className={classes['session']}>
              <Drawing size={22} stroke={1.6} aria-hidden />
              <div className={classes['words']}>
                <span className={classes['device']}>{named(session)}</span>
                <span className={classes['facts']}>
                  {session.address ?? t('sessions.no_address')} ·{' '}
                  {session.current ? t('sessions.current') : t('sessions.seen', { moment: seen })}
                </span>
              </div>
              {!session.current && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('sessions.end_named', { name: named(session), moment: seen })}
                  onClick={() => endOne(session.session_id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {data.items.length > 2 && (
        <Button variant="default" mt={16} onClick={() => endOthers.mutate({}, { onSuccess: again })}>
          {t('sessions.end_others')}
        </Button>
      )}
    </div>
  );
}
