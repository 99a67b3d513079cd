import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { ChoiceField } from '../../../platform/ui/form/fields';

/** The company of new users; without one, only existing users can sign in. */
export function CompanyField({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation('identity_settings');
  const { data } = query.useQuery('get', '/api/core/company/tenant/{tenant_id}', {
    params: { path: { tenant_id: tenantId }, query: { limit: 200 } },
  });
  const companies = data?.items ?? [];
  return (
    <ChoiceField
      name="company_id"
      label={t('provider.field_company')}
      description={t('provider.company_hint')}
      clearable
      options={companies.map((company) => ({ value: company.company_id, label: company.name }))}
    />
  );
}
