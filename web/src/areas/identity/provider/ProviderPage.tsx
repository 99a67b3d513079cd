import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Panel } from '../../../platform/ui/Panel';
import { ProviderForm } from './ProviderForm';

/** A tenant's own way of signing in: its identity provider. */
export function ProviderPage() {
  const { t } = useTranslation('people');
  const { tenantId } = useParams({ from: '/shell/settings/core/tenant/$tenantId/identity_provider' });
  const { data, dataUpdatedAt } = query.useQuery('get', '/api/core/tenant/{tenant_id}/identity_provider', {
    params: { path: { tenant_id: tenantId } },
  });
  return (
    <>
      <PageHeader title={t('provider.title')} description={t('provider.lead')} />
      {data !== undefined && (
        <Panel title={t('provider.panel')} description={t('provider.redirect', { uri: data.redirect_uri })}>
          <ProviderForm key={dataUpdatedAt} tenantId={tenantId} provider={data.provider ?? null} />
        </Panel>
      )}
    </>
  );
}
