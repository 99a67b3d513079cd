import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { FormRefusal } from '../../../platform/ui/form/FormRefusal';
import { NumberField } from '../../../platform/ui/form/fields';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { checkVersionRule, type Expiring, saveVersionRule, type VersionRule, versionRuleQuery } from '../versions/api';
import classes from './VersionRules.module.css';
import { keptDays, keptVersions } from './version-rule-rules';

type Props = { appId: number; tenantId: number; tenant: string; rule: VersionRule };

const numberOrNull = (typed: number | string) => (typed === '' ? null : Number(typed));

/** How many earlier versions of each file an organisation keeps, and for how long. Asks before some are deleted. */
export function VersionRuleForm({ appId, tenantId, tenant, rule }: Props) {
  const { t } = useTranslation('content_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const [question, ask] = useState<Expiring | null>(null);
  const agreed = useRef(false);
  const entity = useEntityForm({
    schema: z.object({ most: keptVersions(), days: keptDays() }),
    from: { values: { most: rule.most ?? '', days: rule.days ?? '' } as Record<'most' | 'days', number | string> },
    save: async ({ most, days }, headers) => {
      const wanted = { most: numberOrNull(most), days: numberOrNull(days) };
      const expiring = agreed.current ? null : await checkVersionRule(appId, tenantId, wanted, headers);
      agreed.current = false;
      if (expiring !== null && expiring.versions > 0) return expiring;
      await saveVersionRule(appId, tenantId, wanted, headers);
      return null;
    },
    saved: (expiring) => {
      if (expiring !== null) {
        // Nothing is saved yet, and leaving would lose it.
        entity.form.setError('root', { type: 'asked' });
        return ask(expiring);
      }
      entity.form.reset(entity.form.getValues());
      notify.success(t('saved', { title: tenant }));
      void client.invalidateQueries({ queryKey: versionRuleQuery(appId, tenantId).queryKey });
    },
  });
  const expiringWords = (expiring: Expiring) => {
    const versions = t('versions.question.versions', { count: expiring.versions });
    const files = t('versions.question.files', { count: expiring.files });
    return t(expiring.at_least ? 'versions.question.at_least' : 'versions.question.text', { versions, files });
  };
  return (
    <FormProvider {...entity.form}>
      <form onSubmit={entity.submit} noValidate className={classes['form']}>
        <FormRefusal message={entity.refusal} />
        <NumberField name="most" label={t('versions.most')} description={t('versions.most_hint')} />
        <NumberField name="days" label={t('versions.days')} description={t('versions.days_hint')} />
        <div>
          <Button type="submit" loading={entity.form.formState.isSubmitting}>
            {settings('form.save')}
          </Button>
        </div>
      </form>
      {question && (
        <ConfirmDialog
          title={t('versions.question.title')}
          text={expiringWords(question)}
          detail={t('versions.question.detail')}
          action={t('versions.question.action')}
          run={async () => {
            agreed.current = true;
            await entity.submit();
          }}
          close={() => ask(null)}
        />
      )}
    </FormProvider>
  );
}
