import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { applicationsQuery } from '../../../platform/session/account';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, JsonField, TextField } from '../../../platform/ui/form/fields';
import { accessUrl, choice, json, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { type ApplicationInstance, catalogue, isHere, thisServer } from './instance';

type Props = { instance: ApplicationInstance | null; close: () => void };

const path = '/api/core/application_instance';

/** `here`: the words that stand for the address of this server. */
function valuesOf(instance: ApplicationInstance | null, here: string) {
  return {
    application_instance_title: instance?.application_instance_title ?? '',
    application_id: instance?.application_id ?? null,
    access_url: instance === null || isHere(instance) ? here : instance.access_url,
    config: instance?.config ?? '',
  };
}

export function InstanceForm({ instance, close }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const here = t('instances.here');
  const schema = z.object({
    application_instance_title: title(t('instances.field_title')),
    application_id: choice(),
    access_url: accessUrl(here),
    config: json(),
  });
  const create = query.useMutation('post', path);
  const update = query.useMutation('put', `${path}/{application_instance_id}`);
  const entity = useEntityForm({
    schema,
    from: { values: valuesOf(instance, here), ...(instance !== null && { version: instance.version }) },
    save: async (values, headers) => {
      const own = instance === null ? thisServer : `/api/app/${instance.application_instance_id}`;
      const access_url = values.access_url === here ? own : values.access_url;
      const body = { ...values, access_url, application_id: values.application_id ?? 0 };
      if (instance === null) return await create.mutateAsync({ body, headers });
      const { application_instance_id } = instance;
      return await update.mutateAsync({ params: { path: { application_instance_id } }, body, headers });
    },
    saved: async ({ application_instance_title }) => {
      const said = { title: application_instance_title };
      notify.success(instance === null ? t('instances.created', said) : t('instances.saved', said));
      close();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['get', path] }),
        client.invalidateQueries({ queryKey: applicationsQuery().queryKey }),
      ]);
    },
    reread: async () => {
      const q = instance?.application_instance_title ?? '';
      const { data } = await api.GET(path, { params: { query: { q, limit: 200 } } });
      const now = data?.items.find((one) => one.application_instance_id === instance?.application_instance_id);
      return now === undefined ? null : { values: valuesOf(now, here), version: now.version };
    },
  });
  return (
    <FormDrawer
      title={instance === null ? t('instances.create_title') : t('instances.edit_title')}
      entity={entity}
      action={instance === null ? settings('form.create') : settings('form.save')}
      close={close}
    >
      <TextField name="application_instance_title" label={t('instances.field_title')} required first />
      <ChoiceField
        name="application_id"
        label={t('instances.field_application')}
        required
        locked={instance !== null}
        {...(instance !== null && { description: t('instances.application_fixed') })}
        options={catalogue.map(({ id, key }) => ({ value: id, label: t(`applications.${key}`) }))}
      />
      <TextField
        name="access_url"
        label={t('instances.field_url')}
        required
        description={t('instances.url_hint', { origin: location.origin })}
      />
      <JsonField name="config" label={t('instances.field_config')} description={t('instances.config_hint')} />
    </FormDrawer>
  );
}
