import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { UnsavedGuard } from '../../../platform/ui/form/UnsavedGuard';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Panel } from '../../../platform/ui/Panel';
import { TableTrouble } from '../../../platform/ui/table/TableTrouble';
import { versionRuleQuery } from '../versions/api';
import { useTenantsWith } from './file-server';
import { VersionRuleForm } from './VersionRuleForm';
import classes from './VersionRules.module.css';

const route = getRouteApi('/shell/content/$appId/settings/version');

/** How long the organisations of the user keep what their files were before. */
export function VersionRulesPage() {
  const { t } = useTranslation('content_settings');
  const { appId } = route.useParams();
  const tenants = useTenantsWith(appId);
  return (
    <>
      <UnsavedGuard />
      <PageHeader title={t('versions.title')} description={t('versions.lead')} />
      <div className={classes['rules']}>
        {tenants.map(({ value, label }) => (
          <Panel key={value} title={label}>
            <Rule appId={appId} tenantId={value} tenant={label} />
          </Panel>
        ))}
      </div>
    </>
  );
}

function Rule({ appId, tenantId, tenant }: { appId: number; tenantId: number; tenant: string }) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(versionRuleQuery(appId, tenantId));
  if (data) return <VersionRuleForm key={dataUpdatedAt} {...{ appId, tenantId, tenant }} rule={data} />;
  return error ? <TableTrouble error={error} retry={refetch} /> : null;
}
