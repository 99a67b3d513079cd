import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { SwitchField, TextField } from '../../../platform/ui/form/fields';
import { ManyField } from '../../../platform/ui/form/ManyField';
import { host, httpUrl, mandatory, some, title, wholeNumber } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { AddressFields } from './AddressFields';
import { type FileServer, fileServersPath, useTenantsWith } from './file-server';
import { Note } from './Note';
import { PlaceFields } from './PlaceFields';
import { TypeField } from './TypeField';

type Props = { appId: number; fileServer: FileServer | null; close: () => void };

function valuesOf(one: FileServer | null, tenantIds: number[]) {
  return {
    label: one?.label ?? '',
    url: one?.url ?? '',
    type: one?.type ?? ('posix' as const),
    tenant_ids: one?.tenant_ids ?? tenantIds,
    external_access_address: one?.external_access_address ?? '',
    external_api_address: one?.external_api_address ?? '',
    queue_id: (one?.queue_id ?? '') as number | string,
    cdn_domain: one?.cdn_domain ?? '',
    region: one?.region ?? '',
    bucket: one?.bucket ?? '',
    prefix: one?.prefix ?? '',
    path_style: one?.path_style ?? true,
    access_key: one?.access_key ?? '',
    secret_key: '',
    active: one?.active ?? true,
  };
}

type Values = ReturnType<typeof valuesOf>;

/** What is sent: the fields of a bucket only for one, and a secret key only if one was typed. */
function bodyOf({ active: _, queue_id, region, bucket, prefix, path_style, access_key, secret_key, ...both }: Values) {
  const body = { ...both, queue_id: queue_id === '' ? null : Number(queue_id) };
  if (both.type !== 's3') return body;
  const place = { region, bucket, prefix, path_style, access_key };
  return { ...body, ...place, ...(secret_key !== '' && { secret_key }) };
}

/** A file server. Users who do not administer all of its tenants can only read it. */
export function FileServerForm({ appId, fileServer, close }: Props) {
  const { t } = useTranslation('content_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const tenants = useTenantsWith(appId);
  const create = query.useMutation('post', fileServersPath);
  const update = query.useMutation('put', `${fileServersPath}/{file_server_id}`);
  const path = { application_instance_id: appId };
  const schema = z.object({
    label: title(t('file_servers.label')),
    url: mandatory(),
    type: z.enum(['posix', 's3']),
    tenant_ids: some(),
    external_access_address: httpUrl(),
    external_api_address: httpUrl(),
    queue_id: wholeNumber(),
    cdn_domain: host(),
    region: z.string(),
    bucket: z.string(),
    prefix: z.string(),
    path_style: z.boolean(),
    access_key: z.string(),
    secret_key: z.string(),
    active: z.boolean(),
  });
  const values = valuesOf(fileServer, tenants.length === 1 ? tenants.map((tenant) => tenant.value) : []);
  const entity = useEntityForm({
    schema,
    from: fileServer === null ? { values } : { values, version: fileServer.version },
    save: async (values, headers) => {
      const body = bodyOf(values);
      if (fileServer === null) return await create.mutateAsync({ params: { path }, body, headers });
      const params = { path: { ...path, file_server_id: fileServer.file_server_id } };
      return await update.mutateAsync({ params, body: { ...body, active: values.active }, headers });
    },
    saved: async (saved) => {
      notify.success(t(fileServer === null ? 'created' : 'saved', { title: saved.label }));
      close();
      await client.invalidateQueries({ queryKey: ['get', fileServersPath] });
    },
    reread: async () => {
      const { data } = await api.GET(fileServersPath, { params: { path, query: { limit: 200 } } });
      const now = data?.items.find((one) => one.file_server_id === fileServer?.file_server_id);
      return now === undefined ? null : { values: valuesOf(now, []), version: now.version };
    },
  });
  const used = (fileServer?.repositories ?? 0) > 0;
  return (
    <FormDrawer
      title={t(fileServer === null ? 'file_servers.create_title' : 'file_servers.edit_title')}
      entity={entity}
      action={fileServer === null ? settings('form.create') : settings('form.save')}
      close={close}
    >
      {fileServer?.administered === false && <Note>{t('file_servers.shared')}</Note>}
      <TextField name="label" label={t('file_servers.label')} required first />
      <TypeField name="type" locked={fileServer !== null} />
      <PlaceFields used={used} isNew={fileServer === null} />
      <ManyField name="tenant_ids" label={t('file_servers.tenants')} required options={tenants} />
      <AddressFields appId={appId} queue={values.queue_id} />
      {fileServer !== null && (
        <SwitchField
          name="active"
          label={t('active')}
          description={t('file_servers.active_hint')}
          danger={t('file_servers.inactive_hint')}
        />
      )}
    </FormDrawer>
  );
}
