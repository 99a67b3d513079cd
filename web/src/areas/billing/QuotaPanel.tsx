import { Button } from '@mantine/core';
import { IconCoin, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { Panel } from '../../platform/ui/Panel';
import { DepositForm } from './DepositForm';
import { QuotaForm } from './QuotaForm';
import classes from './QuotaPanel.module.css';
import type { Quota } from './quota';
import { useQuotaWords } from './use-quota-words';

/** The figures of a quota, the next reset in the tenant's time zone, and its buttons. */
export function QuotaPanel({ quota }: { quota: Quota }) {
  const { t } = useTranslation('billing_settings');
  const words = useQuotaWords();
  const [open, setOpen] = useState<'edit' | 'deposit' | null>(null);
  const path = { tenant_id: quota.tenant_id };
  const zone = query.useQuery('get', '/api/core/quota/time_zone/tenant/{tenant_id}', { params: { path } });
  const facts: readonly (readonly [string, string])[] = [
    [t('figures.balance'), words.number(quota.balance)],
    [t('figures.reserved'), words.number(quota.reserved)],
    [t('figures.available'), words.number(quota.available)],
    [t('figures.limit'), words.number(quota.balance_limit)],
    [t('figures.credit'), words.number(quota.monthly_credit)],
    [t('figures.next_reset'), words.moment(quota.next_reset_at, zone.data?.time_zone)],
  ];
  return (
    <Panel title={t(`services.${quota.service}`)} description={t(`billings.${quota.type_of_billing}`)}>
      <dl className={classes['figures']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes['note']}>{t(`resets.${quota.type_of_billing}`)}</p>
      <div className={classes['tools']}>
        <Button leftSection={<IconCoin size={18} aria-hidden />} onClick={() => setOpen('deposit')}>
          {t('deposit.open')}
        </Button>
        <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setOpen('edit')}>
          {t('edit.open')}
        </Button>
      </div>
      {open === 'edit' && <QuotaForm quota={quota} close={() => setOpen(null)} />}
      {open === 'deposit' && <DepositForm quota={quota} close={() => setOpen(null)} />}
    </Panel>
  );
}
