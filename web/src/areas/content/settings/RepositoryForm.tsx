import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, NumberField, SwitchField, TextField } from '../../../platform/ui/form/fields';
import { KeyField } from '../../../platform/ui/form/KeyField';
import { choice, wholeNumber } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { entryQuery } from '../queries';
import {
  type RepositorySettings,
  repositoriesPath,
  useFileServersOf,
  useTenantsWith,
  visiblePath,
} from './file-server';
import { folderName } from './folder-name';
import { GdriveFields } from './GdriveFields';
import { type GdriveConfig, gdrivePath, useGdriveConfig } from './gdrive';
import { TenantField } from './TenantField';

type Props = { appId: number; repository: RepositorySettings | null; close: () => void };

function valuesOf(one: RepositorySettings | null, tenantId: number | null, gdrive: GdriveConfig | null) {
  return {
    title: one?.title ?? '',
    folder_name: one?.folder_name ?? '',
    tenant_id: one?.tenant_id ?? tenantId,
    file_server_id: one?.file_server_id ?? null,
    lib3d_node_id: (one?.lib3d_node_id ?? '') as number | string,
    active: one?.active ?? true,
    document_id: gdrive?.document_id ?? '',
    owner_email: gdrive?.owner_email ?? '',
  };
}

/** A repository; its folder and its tenant cannot be changed later. It is shown once its Google document is known. */
export function RepositoryForm(props: Props) {
  const gdrive = useGdriveConfig(props.appId, props.repository?.repository_id ?? null);
  return gdrive === undefined ? null : <Fields {...props} gdrive={gdrive} />;
}

function Fields({ appId, repository, gdrive, close }: Props & { gdrive: GdriveConfig | null }) {
  const { t } = useTranslation('content_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const tenants = useTenantsWith(appId);
  const only = tenants.length === 1 ? (tenants[0]?.value ?? null) : null;
  const [chosen, setChosen] = useState<number | null>(repository?.tenant_id ?? null);
  const offered = useFileServersOf(appId, chosen ?? only);
  const create = query.useMutation('post', visiblePath);
  const update = query.useMutation('put', `${visiblePath}/{repository_id}`);
  const setGdrive = query.useMutation('post', gdrivePath);
  const path = { application_instance_id: appId };
  const schema = z.object({
    title: folderName('form_rules.invalid_title'),
    folder_name: folderName(),
    tenant_id: choice(),
    file_server_id: choice(),
    lib3d_node_id: wholeNumber(),
    active: z.boolean(),
    document_id: z.string(),
    owner_email: z.string(),
  });
  const values = valuesOf(repository, only, gdrive);
  const entity = useEntityForm({
    schema,
    from: repository === null ? { values } : { values, version: repository.version },
    save: async ({ active, folder_name, tenant_id, file_server_id, lib3d_node_id, ...rest }, headers) => {
      const { document_id, owner_email, ...both } = rest;
      const body = {
        ...both,
        file_server_id: file_server_id ?? 0,
        lib3d_node_id: lib3d_node_id === '' ? null : Number(lib3d_node_id),
      };
      if (repository === null) {
        return await create.mutateAsync({
          params: { path },
          body: { ...body, folder_name, tenant_id: tenant_id ?? 0 },
          headers,
        });
      }
      const params = { path: { ...path, repository_id: repository.repository_id } };
      // First, because it has no version: if it is refused, nothing is saved yet.
      if (document_id !== values.document_id || owner_email !== values.owner_email) {
        await setGdrive.mutateAsync({ params, body: { document_id, owner_email }, headers: shownInPlace });
      }
      return await update.mutateAsync({ params, body: { ...body, active }, headers });
    },
    saved: async (saved) => {
      notify.success(t(repository === null ? 'created' : 'saved', { title: saved.title }));
      close();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['get', repositoriesPath] }),
        client.invalidateQueries({ queryKey: ['get', visiblePath] }),
        client.invalidateQueries({ queryKey: entryQuery(appId, saved.node_id).queryKey }),
      ]);
    },
    reread: async () => {
      const { data } = await api.GET(repositoriesPath, { params: { path, query: { limit: 200 } } });
      const now = data?.items.find((one) => one.repository_id === repository?.repository_id);
      return now === undefined ? null : { values: valuesOf(now, null, gdrive), version: now.version };
    },
  });
  const stays = repository !== null && !repository.empty;
  const here = repository === null ? [] : [{ value: repository.file_server_id, label: repository.file_server_label }];
  const others = offered.filter((one) => one.value !== repository?.file_server_id);
  return (
    <FormDrawer
      title={t(repository === null ? 'repositories.create_title' : 'repositories.edit_title')}
      entity={entity}
      action={repository === null ? settings('form.create') : settings('form.save')}
      close={close}
    >
      <TextField name="title" label={t('repositories.field_title')} required first />
      {repository === null && (
        <>
          <KeyField
            name="folder_name"
            label={t('repositories.folder_name')}
            description={t('repositories.folder_hint')}
            from="title"
            locked={false}
          />
          <TenantField options={tenants} choose={setChosen} />
        </>
      )}
      <ChoiceField
        name="file_server_id"
        label={t('repositories.file_server')}
        description={t(stays ? 'repositories.file_server_used' : 'repositories.file_server_hint')}
        required
        disabled={stays}
        options={[...here, ...others]}
      />
      {values.lib3d_node_id !== '' && (
        <NumberField
          name="lib3d_node_id"
          label={t('repositories.lib3d_node_id')}
          description={t('repositories.lib3d_hint')}
        />
      )}
      {gdrive !== null && <GdriveFields state={gdrive.state} />}
      {repository !== null && (
        <SwitchField
          name="active"
          label={t('active')}
          description={t('repositories.active_hint')}
          danger={t('repositories.inactive_hint')}
        />
      )}
    </FormDrawer>
  );
}
