import { Select } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../platform/api/client';
import { FormDrawer } from '../../platform/ui/form/FormDrawer';
import { useEntityForm } from '../../platform/ui/form/use-entity-form';
import { notify } from '../../platform/ui/notify';
import { billings } from './quota';
import { useRefresh } from './use-refresh';

const schema = z.object({ type_of_billing: z.enum(billings) });

export function NewQuotaForm({ tenant, close }: { tenant: number; close: () => void }) {
  const { t } = useTranslation('billing_settings');
  const { t: settings } = useTranslation('settings');
  const refresh = useRefresh();
  const create = query.useMutation('post', '/api/core/quota/tenant');
  const entity = useEntityForm({
    schema,
    from: { values: { type_of_billing: billings[0] } as z.infer<typeof schema> },
    save: (values, headers) =>
      create.mutateAsync({ body: { tenant_id: tenant, service: 'synthetic_image', ...values }, headers }),
    saved: async () => {
      notify.success(t('created'));
      close();
      await refresh();
    },
  });
  return (
    <FormDrawer title={t('new_title')} entity={entity} action={settings('form.create')} close={close}>
      <BillingField />
    </FormDrawer>
  );
}

/** How a quota is paid for; the effect of a new month is described below. */
export function BillingField() {
  const { t } = useTranslation('billing_settings');
  const { field } = useController({ name: 'type_of_billing' });
  const chosen = billings.find((one) => one === field.value) ?? billings[0];
  return (
    <Select
      {...field}
      label={t('billing')}
      description={t(`resets.${chosen}`)}
      data={billings.map((value) => ({ value, label: t(`billings.${value}`) }))}
      allowDeselect={false}
      withAsterisk
    />
  );
}
