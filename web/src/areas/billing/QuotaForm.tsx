import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../platform/api/client';
import { FormDrawer } from '../../platform/ui/form/FormDrawer';
import { NumberField } from '../../platform/ui/form/fields';
import { zeroOrNegative, zeroOrPositive } from '../../platform/ui/form/rules';
import { useEntityForm } from '../../platform/ui/form/use-entity-form';
import { notify } from '../../platform/ui/notify';
import { BillingField } from './NewQuotaForm';
import { billings, type Quota } from './quota';
import { useRefresh } from './use-refresh';

const path = '/api/core/quota/{quota_id}/tenant/{tenant_id}';
const schema = z.object({
  type_of_billing: z.enum(billings),
  balance_limit: zeroOrNegative(),
  monthly_credit: zeroOrPositive(),
});

function valuesOf({ type_of_billing, balance_limit, monthly_credit }: Quota): z.infer<typeof schema> {
  return { type_of_billing, balance_limit, monthly_credit };
}

export function QuotaForm({ quota, close }: { quota: Quota; close: () => void }) {
  const { t } = useTranslation('billing_settings');
  const { t: settings } = useTranslation('settings');
  const refresh = useRefresh();
  const update = query.useMutation('put', path);
  const params = { path: { quota_id: quota.quota_id, tenant_id: quota.tenant_id } };
  const entity = useEntityForm({
    schema,
    from: { values: valuesOf(quota), version: quota.version },
    save: (values, headers) =>
      update.mutateAsync({
        params,
        body: {
          ...values,
          balance_limit: Number(values.balance_limit),
          monthly_credit: Number(values.monthly_credit),
        },
        headers,
      }),
    saved: async () => {
      notify.success(t('saved'));
      close();
      await refresh();
    },
    reread: async () => {
      const { data } = await api.GET(path, { params });
      return data === undefined ? null : { values: valuesOf(data), version: data.version };
    },
  });
  return (
    <FormDrawer title={t('edit.title')} entity={entity} action={settings('form.save')} close={close}>
      <BillingField />
      <NumberField name="balance_limit" label={t('figures.limit')} description={t('limit_hint')} required first />
      <NumberField name="monthly_credit" label={t('figures.credit')} description={t('credit_hint')} required />
    </FormDrawer>
  );
}
