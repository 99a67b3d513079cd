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
import { type FileServer, fileServersPath, useTenantsWith } from './file-server';
import { KeptFields } from './KeptFields';
import { Note } from './Note';
import { TypeField } from './TypeField';

type Props = { appId: number; fileServer: FileServer | null; close: () => void };

function valuesOf(one: FileServer | null, tenantIds: number[]) {
  return {
    label: one?.label ?? '',
    url: one?.url ?? '',
    type: one?.type ?? 'posix',
    tenant_ids: one?.tenant_ids ?? tenantIds,
    external_access_address: one?.external_access_address ?? '',
    external_api_address: one?.external_api_address ?? '',
    queue_id: (one?.queue_id ?? '') as number | string,
    cdn_domain: one?.cdn_domain ?? '',
    active: one?.active ?? true,
  };
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
    type: z.literal('posix'),
    tenant_ids: some(),
    external_access_address: httpUrl(),
    external_api_address: httpUrl(),
    queue_id: wholeNumber(),
    cdn_domain: host(),
    active: z.boolean(),
  });
  const values = valuesOf(fileServer, tenants.length === 1 ? tenants.map((tenant) => tenant.value) : []);
  const entity = useEntityForm({
    schema,
    from: fileServer === null ? { values } : { values, version: fileServer.version },
    save: async ({ active, queue_id, ...both }, headers) => {
      const body = { ...both, queue_id: queue_id === '' ? null : Number(queue_id) };
      if (fileServer === null) return await create.mutateAsync({ params: { path }, body, headers });
      const params = { path: { ...path, file_server_id: fileServer.file_server_id } };
      return await update.mutateAsync({ params, body: { ...body, active }, headers });
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
      <TextField
        name="url"
        label={t('file_servers.url')}
        description={t(used ? 'file_servers.url_used' : 'file_servers.url_hint')}
        readOnly={used}
        required
      />
      <TypeField name="type" />
      <ManyField name="tenant_ids" label={t('file_servers.tenants')} required options={tenants} />
      <KeptFields values={values} />
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
