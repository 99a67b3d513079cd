import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { notify } from '../../platform/ui/notify';
import { Panel } from '../../platform/ui/Panel';
import { useRefresh } from './use-refresh';

const path = '/api/core/quota/time_zone/tenant/{tenant_id}';

/** The time zone in which the tenant's months begin. */
export function TimeZonePanel({ tenant }: { tenant: number }) {
  const { t } = useTranslation('billing_settings');
  const refresh = useRefresh();
  const params = { path: { tenant_id: tenant } };
  const { data } = query.useQuery('get', path, { params });
  const set = query.useMutation('put', path);
  if (data === undefined) return null;
  const zones = Intl.supportedValuesOf('timeZone');
  const listed = zones.includes(data.time_zone) ? zones : [data.time_zone, ...zones];
  const choose = async (time_zone: string | null) => {
    await set.mutateAsync({ params, body: { time_zone } });
    notify.success(t('zone.saved'));
    await refresh();
  };
  return (
    <Panel title={t('zone.title')} description={data.is_default ? t('zone.default') : t('zone.own')}>
      <Select
        aria-label={t('zone.title')}
        data={listed}
        value={data.time_zone}
        onChange={(zone) => void choose(zone)}
        disabled={set.isPending}
        searchable
        clearable={!data.is_default}
        clearButtonProps={{ 'aria-label': t('zone.clear') }}
        maw={360}
      />
    </Panel>
  );
}
