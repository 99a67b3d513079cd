import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { FormRefusal } from '../../../platform/ui/form/FormRefusal';
import { NumberField } from '../../../platform/ui/form/fields';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { saveVersionRule, type VersionRule, versionRuleQuery } from '../versions/api';
import classes from './VersionRules.module.css';
import { keptDays, keptVersions } from './version-rule-rules';

type Props = { appId: number; tenantId: number; tenant: string; rule: VersionRule };

const numberOrNull = (typed: number | string) => (typed === '' ? null : Number(typed));

/** How many earlier versions of each file an organisation keeps, and for how long. */
export function VersionRuleForm({ appId, tenantId, tenant, rule }: Props) {
  const { t } = useTranslation('content_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const entity = useEntityForm({
    schema: z.object({ most: keptVersions(), days: keptDays() }),
    from: { values: { most: rule.most ?? '', days: rule.days ?? '' } as Record<'most' | 'days', number | string> },
    save: async ({ most, days }, headers) =>
      await saveVersionRule(appId, tenantId, { most: numberOrNull(most), days: numberOrNull(days) }, headers),
    saved: () => {
      entity.form.reset(entity.form.getValues());
      notify.success(t('saved', { title: tenant }));
      void client.invalidateQueries({ queryKey: versionRuleQuery(appId, tenantId).queryKey });
    },
  });
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
    </FormProvider>
  );
}
