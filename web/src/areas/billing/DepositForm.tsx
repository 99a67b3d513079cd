import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../platform/api/client';
import { FormDrawer } from '../../platform/ui/form/FormDrawer';
import { NumberField, TextField } from '../../platform/ui/form/fields';
import { atMost, greaterThanZero } from '../../platform/ui/form/rules';
import { useEntityForm } from '../../platform/ui/form/use-entity-form';
import { notify } from '../../platform/ui/notify';
import type { Quota } from './quota';
import { useQuotaWords } from './use-quota-words';
import { useRefresh } from './use-refresh';

/** The most that the server adds at once. */
const mostAtOnce = 1e12;

/** Adds credit. The form has one key while it is open: sent twice, it adds once. */
export function DepositForm({ quota, close }: { quota: Quota; close: () => void }) {
  const { t } = useTranslation('billing_settings');
  const words = useQuotaWords();
  const refresh = useRefresh();
  const [key] = useState(() => crypto.randomUUID());
  const schema = z.object({ amount: greaterThanZero(mostAtOnce), note: atMost(200, t('deposit.note')) });
  const deposit = query.useMutation('put', '/api/core/quota/deposit/{quota_id}/tenant/{tenant_id}');
  const entity = useEntityForm({
    schema,
    from: { values: { amount: '', note: '' } as z.infer<typeof schema> },
    save: ({ amount, note }, headers) =>
      deposit.mutateAsync({
        params: { path: { quota_id: quota.quota_id, tenant_id: quota.tenant_id } },
        body: { amount: Number(amount), idempotency_key: key, ...(note.trim() !== '' && { note }) },
        headers,
      }),
    saved: async ({ balance }) => {
      notify.success(t('deposit.done', { balance: words.number(balance) }));
      close();
      await refresh();
    },
  });
  return (
    <FormDrawer title={t('deposit.title')} entity={entity} action={t('deposit.add')} close={close}>
      <NumberField name="amount" label={t('deposit.amount')} required first />
      <TextField name="note" label={t('deposit.note')} description={t('deposit.note_hint')} />
    </FormDrawer>
  );
}
