import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { Panel } from '../../platform/ui/Panel';
import type { Quota } from './quota';
import { useQuotaWords } from './use-quota-words';

/** Credits reserved for unfinished work. */
export function Reservations({ quota }: { quota: Quota }) {
  const { t } = useTranslation('billing_settings');
  const words = useQuotaWords();
  const path = { quota_id: quota.quota_id, tenant_id: quota.tenant_id };
  const { data } = query.useQuery('get', '/api/core/quota/reservation/{quota_id}/tenant/{tenant_id}', {
    params: { path },
  });
  return (
    <Panel title={t('reservations.title')} description={t('reservations.count', { count: data?.total ?? 0 })}>
      <ul>
        {data?.items.map((one) => (
          <li key={one.reservation_id}>
            {t('reservations.one', {
              cost: words.number(one.cost),
              purpose: one.purpose,
              at: words.moment(one.created_at),
            })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
