import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { SwitchField, TextField, useField } from '../../../platform/ui/form/fields';
import { mandatory, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import classes from '../LoginForm.module.css';
import { RefusalNote } from '../RefusalNote';
import notes from '../security/notes.module.css';
import { CompanyField } from './CompanyField';

type Props = { tenantId: number; provider: Schema<'ProviderSettings'> | null };

const path = '/api/core/tenant/{tenant_id}/identity_provider';

/** The provider's address, our credentials there, and whether it creates new users. */
export function ProviderForm({ tenantId, provider }: Props) {
  const { t } = useTranslation('identity_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const params = { path: { tenant_id: tenantId } };
  const put = query.useMutation('put', path);
  const remove = query.useMutation('delete', path);
  const again = () => client.invalidateQueries({ queryKey: ['get', path] });
  const schema = z.object({
    title: title(t('provider.field_title')),
    issuer: mandatory(),
    client_id: title(t('provider.field_client_id')),
    client_secret: provider === null ? mandatory() : z.string(),
    company_id: z.nullable(z.number()),
    active: z.boolean(),
  });
  const entity = useEntityForm({
    schema,
    from: {
      values: {
        title: provider?.title ?? '',
        issuer: provider?.issuer ?? '',
        client_id: provider?.client_id ?? '',
        client_secret: '',
        company_id: provider?.company_id ?? null,
        active: provider?.active ?? false,
      },
    },
    save: async (body, headers) => await put.mutateAsync({ params, body, headers }),
    saved: async () => {
      entity.form.reset(entity.form.getValues());
      notify.success(t('provider.saved'));
      await again();
    },
  });
  return (
    <FormProvider {...entity.form}>
      <form onSubmit={entity.submit} noValidate className={classes['form']}>
        <RefusalNote message={entity.refusal} />
        <TextField name="title" label={t('provider.field_title')} description={t('provider.title_hint')} required />
        <TextField name="issuer" label={t('provider.field_issuer')} description={t('provider.issuer_hint')} required />
        <TextField name="client_id" label={t('provider.field_client_id')} required />
        <SecretField label={t('provider.field_secret')} known={provider !== null} />
        <CompanyField tenantId={tenantId} />
        <SwitchField name="active" label={t('provider.field_active')} description={t('provider.active_hint')} />
        <div className={notes['buttons']}>
          <Button type="submit" loading={entity.form.formState.isSubmitting}>
            {settings('form.save')}
          </Button>
          {provider !== null && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t('provider.remove')}
            </Button>
          )}
        </div>
      </form>
      {removing && (
        <ConfirmDialog
          title={t('provider.remove_title')}
          text={t('provider.remove_text')}
          action={t('provider.remove')}
          run={async () => {
            await remove.mutateAsync({ params, headers: shownInPlace });
            await again();
          }}
          close={() => setRemoving(false)}
        />
      )}
    </FormProvider>
  );
}

/** It is never shown again; left empty it stays unchanged. */
function SecretField({ label, known }: { label: string; known: boolean }) {
  const { t } = useTranslation('identity_settings');
  const { field, common } = useField({
    name: 'client_secret',
    label,
    required: !known,
    ...(known && { description: t('provider.secret_kept') }),
  });
  const toggle = { 'aria-label': t('provider.toggle_secret'), tabIndex: 0, 'aria-hidden': false };
  return <PasswordInput {...common} {...field} autoComplete="off" visibilityToggleButtonProps={toggle} />;
}
