import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { sessionStore } from '../../../platform/session/session-store';
import { useThemeChoice } from '../../../platform/theme/ThemeProvider';
import { DiscardDialog } from '../../../platform/ui/form/DiscardDialog';
import { FormRefusal } from '../../../platform/ui/form/FormRefusal';
import { ChoiceField, TextField } from '../../../platform/ui/form/fields';
import { KeyField } from '../../../platform/ui/form/KeyField';
import { StaleNote } from '../../../platform/ui/form/StaleNote';
import { PageHeader } from '../../../platform/ui/PageHeader';
import { Panel } from '../../../platform/ui/Panel';
import { ColorFields } from './ColorFields';
import { Corrections } from './Corrections';
import { FontField } from './FontField';
import { LogoField } from './LogoField';
import { Palettes } from './Palettes';
import classes from './ThemeForm.module.css';
import type { Theme } from './theme';
import { useThemeForm } from './use-theme-form';

type Props = { theme: Theme | null; show: (theme: number | 'new' | null) => void };

/** The editor: the page around it shows the draft, until it is saved or left. */
export function ThemeForm({ theme, show }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const { t: settings } = useTranslation('settings');
  const { preview } = useThemeChoice();
  const tenants = query.useQuery('get', '/api/core/tenant', { params: { query: { limit: 200 } } });
  const entity = useThemeForm(theme, (saved) => show(theme === null ? saved.theme_id : null));
  const { form, submit, refusal, stale } = entity;
  const { isDirty, isSubmitting, isSubmitSuccessful } = form.formState;
  const config = form.watch('theme_config');
  const worn = JSON.stringify(config);
  useEffect(() => {
    preview(JSON.parse(worn));
    return () => preview(null);
  }, [worn, preview]);
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isSubmitting && !isSubmitSuccessful && sessionStore.get() !== null,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className={classes['form']}>
        <div className={classes['top']}>
          <PageHeader
            title={theme === null ? t('themes.new') : theme.theme_title}
            actions={
              <>
                <Button variant="default" onClick={() => show(null)}>
                  {settings('form.cancel')}
                </Button>
                <Button type="submit" loading={isSubmitting}>
                  {theme === null ? settings('form.create') : settings('form.save')}
                </Button>
              </>
            }
          />
        </div>
        <p className={classes['lead']}>{t('themes.editor_lead')}</p>
        {stale !== null && <StaleNote {...stale} />}
        <FormRefusal message={refusal} />
        <Panel>
          <div className={classes['grid']}>
            <TextField name="theme_title" label={t('themes.fields.title')} required first />
            <KeyField name="theme_key" from="theme_title" label={t('themes.fields.key')} locked={theme !== null} />
            <ChoiceField
              name="tenant_id"
              label={t('themes.fields.tenant')}
              required
              locked={theme !== null}
              options={(tenants.data?.items ?? []).map((one) => ({ value: one.tenant_id, label: one.title }))}
            />
            <FontField />
          </div>
        </Panel>
        {theme !== null && <LogoField theme={theme} changed={entity.sawVersion} />}
        <Palettes />
        <ColorFields />
        <Corrections config={config} />
      </form>
      {blocker.status === 'blocked' && (
        <DiscardDialog answer={(discard) => (discard ? blocker.proceed() : blocker.reset())} />
      )}
    </FormProvider>
  );
}
