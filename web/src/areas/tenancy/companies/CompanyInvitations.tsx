import { Button } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { notify } from '../../../platform/ui/notify';
import classes from './CompanyInvitations.module.css';

const path = '/api/core/company/invitation';
const answerPath = '/api/core/company/{company_id}/usergroup/{user_group_id}';

/** Groups of other tenants that invite one of our companies, which must accept. */
export function CompanyInvitations() {
  const { t } = useTranslation('tenancy_settings');
  const client = useQueryClient();
  const { data } = query.useQuery('get', path, {});
  const accept = query.useMutation('put', answerPath);
  const decline = query.useMutation('delete', answerPath);
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={classes['waiting']} aria-label={t('invited.title')}>
      {data.items.map((one) => {
        const params = { path: { company_id: one.company_id, user_group_id: one.user_group_id } };
        const answer = async (call: typeof accept | typeof decline, said: string) => {
          await call.mutateAsync({ params });
          notify.success(said);
          await client.invalidateQueries({ queryKey: ['get', path] });
        };
        const names = { tenant: one.tenant_title, group: one.group_title, company: one.company_name };
        return (
          <div key={`${one.company_id}-${one.user_group_id}`} className={classes['row']}>
            <IconMailOpened size={20} stroke={1.7} aria-hidden />
            <p className={classes['text']}>{t('invited.text', names)}</p>
            <span className={classes['ways']}>
              <Button
                size="compact-md"
                variant="default"
                onClick={() => void answer(decline, t('invited.declined', names))}
              >
                {t('invited.decline')}
              </Button>
              <Button size="compact-md" onClick={() => void answer(accept, t('invited.accepted', names))}>
                {t('invited.accept')}
              </Button>
            </span>
          </div>
        );
      })}
    </section>
  );
}
