import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceField, type Option } from '../../../platform/ui/form/fields';

type Props = { options: readonly Option[]; choose: (tenantId: number | null) => void };

/** The tenant of the repository; the available file servers depend on it. */
export function TenantField({ options, choose }: Props) {
  const { t } = useTranslation('content_settings');
  const { setValue } = useFormContext();
  const tenantId: number | null = useWatch({ name: 'tenant_id' });
  const only = options.length === 1 ? (options[0]?.value ?? null) : null;
  useEffect(() => {
    choose(tenantId);
  }, [choose, tenantId]);
  // A single tenant need not be chosen.
  useEffect(() => {
    if (tenantId === null && only !== null) setValue('tenant_id', only);
  }, [tenantId, only, setValue]);
  return <ChoiceField name="tenant_id" label={t('repositories.tenant')} required options={options} />;
}
