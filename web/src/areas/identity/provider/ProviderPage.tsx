import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { BackLink } from '../../../platform/ui/BackLink';
import { UnsavedGuard } from '../../../platform/ui/form/UnsavedGuard';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Panel } from '../../../platform/ui/Panel';
import { ProviderForm } from './ProviderForm';
import classes from './ProviderPage.module.css';

/** A tenant's own identity provider. */
export function ProviderPage() {
  const { t } = useTranslation('identity_settings');
  const { tenantId } = useParams({ from: '/shell/settings/core/tenant/$tenantId/identity_provider' });
  const params = { path: { tenant_id: tenantId } };
  const path = '/api/core/tenant/{tenant_id}';
  const { data: tenant } = query.useQuery('get', path, { params });
  const { data, dataUpdatedAt } = query.useQuery('get', `${path}/identity_provider`, { params });
  return (
    <>
      <UnsavedGuard />
      <PageHeader
        back={<BackLink to="/settings/core/tenant" label={t('words.tenants')} />}
        title={t('provider.title')}
        description={t('provider.lead', { tenant: tenant?.title ?? '' })}
      />
      {data !== undefined && (
        <div className={classes['narrow']}>
          <Panel title={t('provider.panel')} description={t('provider.redirect', { uri: data.redirect_uri })}>
            <ProviderForm key={dataUpdatedAt} tenantId={tenantId} provider={data.provider ?? null} />
          </Panel>
        </div>
      )}
    </>
  );
}
