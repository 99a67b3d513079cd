import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { BackLink } from '../../../platform/ui/BackLink';
import { UnsavedGuard } from '../../../platform/ui/form/UnsavedGuard';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Panel } from '../../../platform/ui/Panel';
import { PageTrouble } from '../../../platform/ui/table/PageTrouble';
import { ProviderForm } from './ProviderForm';
import classes from './ProviderPage.module.css';

/** A tenant's own identity provider. */
export function ProviderPage() {
  const { t } = useTranslation('identity_settings');
  const { tenantId } = useParams({ from: '/shell/settings/core/tenant/$tenantId/identity_provider' });
  const whose = { params: { path: { tenant_id: tenantId } }, headers: shownInPlace };
  const path = '/api/core/tenant/{tenant_id}';
  const tenant = query.useQuery('get', path, whose);
  const provider = query.useQuery('get', `${path}/identity_provider`, whose);
  const { data, dataUpdatedAt } = provider;
  const back = <BackLink to="/settings/core/tenant" label={t('words.tenants')} />;
  const failed = [tenant, provider].find((one) => one.data === undefined && one.error !== null);
  if (failed !== undefined) {
    return <PageTrouble back={back} title={t('provider.title')} error={failed.error} retry={failed.refetch} />;
  }
  return (
    <>
      <UnsavedGuard />
      <PageHeader
        back={back}
        title={t('provider.title')}
        description={tenant.data && t('provider.lead', { tenant: tenant.data.title })}
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
