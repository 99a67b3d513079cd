import { Button } from '@mantine/core';
import { IconCoins, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { BackLink } from '../../platform/ui/BackLink';
import { EmptyState } from '../../platform/ui/EmptyState';
import { PageHeader } from '../../platform/ui/PageHeader';
import { TableSkeleton } from '../../platform/ui/table/TableSkeleton';
import { TableTrouble } from '../../platform/ui/table/TableTrouble';
import { Ledger } from './Ledger';
import { NewQuotaForm } from './NewQuotaForm';
import { QuotaPanel } from './QuotaPanel';
import classes from './QuotaPanel.module.css';
import { quotasPath } from './quota';
import { Reservations } from './Reservations';
import { TimeZonePanel } from './TimeZonePanel';

const route = getRouteApi('/shell/settings/core/tenant/$tenantId/quotas');

/** A tenant's quotas: each with its balance, its reservations, and its ledger. */
export function QuotasPage() {
  const { t } = useTranslation('billing_settings');
  const { tenantId: tenant } = route.useParams();
  const [creating, setCreating] = useState(false);
  const path = { tenant_id: tenant };
  const quotas = query.useQuery('get', quotasPath, { params: { path } });
  const { data: owner } = query.useQuery('get', '/api/core/tenant/{tenant_id}', { params: { path } });
  const title = owner === undefined ? t('title') : t('title_of', { tenant: owner.title });
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  );
  const items = quotas.data?.items ?? [];
  return (
    <>
      <PageHeader
        back={<BackLink to="/settings/core/tenant" label={t('back')} />}
        title={title}
        description={t('lead')}
      />
      {quotas.isPending && <TableSkeleton rows={5} />}
      {quotas.error !== null && <TableTrouble error={quotas.error} retry={quotas.refetch} />}
      {quotas.data !== undefined && items.length === 0 && (
        <EmptyState icon={IconCoins} title={t('empty')} description={t('empty_more')} action={create} />
      )}
      {items.map((quota) => (
        <div key={quota.quota_id} className={classes['quota']}>
          <QuotaPanel quota={quota} />
          {quota.reserved > 0 && <Reservations quota={quota} />}
          <Ledger quota={quota} />
        </div>
      ))}
      {items.length > 0 && <TimeZonePanel tenant={tenant} />}
      {creating && <NewQuotaForm tenant={tenant} close={() => setCreating(false)} />}
    </>
  );
}
