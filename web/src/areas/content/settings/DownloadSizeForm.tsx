import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, NumberField, SwitchField, TextField } from '../../../platform/ui/form/fields';
import { choice, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { type Preset, presetsPath } from './download-size';
import { colourIfGiven, pixelsIfGiven, quality } from './download-size-rules';
import { useTenantsWith } from './file-server';
import { FitField, FormatField } from './LookFields';

type Props = { appId: number; preset: Preset | null; close: () => void };

function valuesOf(one: Preset | null) {
  return {
    name: one?.name ?? '',
    tenant_id: one?.tenant_id ?? null,
    width: (one === null ? 1080 : (one.width ?? '')) as number | string,
    height: (one === null ? 1080 : (one.height ?? '')) as number | string,
    fit: one?.fit ?? 'cover',
    format: one?.format ?? 'jpeg',
    quality: (one?.quality ?? 85) as number | string,
    background: one?.background ?? '',
    enlarge: one?.enlarge ?? false,
  };
}

const numberOrNull = (typed: number | string) => (typed === '' ? null : Number(typed));

/** A named size; its tenant cannot be changed later. */
export function DownloadSizeForm({ appId, preset, close }: Props) {
  const { t } = useTranslation('content_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const tenants = useTenantsWith(appId);
  const create = query.useMutation('post', presetsPath);
  const update = query.useMutation('put', `${presetsPath}/{preset_id}`);
  const path = { application_instance_id: appId };
  const schema = z.object({
    name: title(t('download_sizes.name')),
    tenant_id: choice(),
    width: pixelsIfGiven(),
    height: pixelsIfGiven(),
    fit: z.enum(['contain', 'cover', 'pad']),
    format: z.enum(['jpeg', 'png', 'webp']),
    quality: quality(),
    background: colourIfGiven(),
    enlarge: z.boolean(),
  });
  const values = valuesOf(preset);
  const entity = useEntityForm({
    schema,
    from: preset === null ? { values } : { values, version: preset.version },
    save: async ({ tenant_id, width, height, background, ...rest }, headers) => {
      const body = {
        ...rest,
        quality: Number(rest.quality),
        width: numberOrNull(width),
        height: numberOrNull(height),
        background: background === '' ? null : background,
      };
      if (preset === null) {
        return await create.mutateAsync({ params: { path }, body: { ...body, tenant_id: tenant_id ?? 0 }, headers });
      }
      return await update.mutateAsync({ params: { path: { ...path, preset_id: preset.preset_id } }, body, headers });
    },
    saved: async (saved) => {
      notify.success(t(preset === null ? 'created' : 'saved', { title: saved.name }));
      close();
      await client.invalidateQueries({ queryKey: ['get', presetsPath] });
    },
    reread: async () => {
      const { data } = await api.GET(presetsPath, { params: { path, query: { limit: 200 } } });
      const now = data?.items.find((one) => one.preset_id === preset?.preset_id);
      return now === undefined ? null : { values: valuesOf(now), version: now.version };
    },
  });
  return (
    <FormDrawer
      title={t(preset === null ? 'download_sizes.create_title' : 'download_sizes.edit_title')}
      entity={entity}
      action={preset === null ? settings('form.create') : settings('form.save')}
      close={close}
    >
      <TextField name="name" label={t('download_sizes.name')} required first />
      <ChoiceField
        name="tenant_id"
        label={t('repositories.tenant')}
        required
        locked={preset !== null}
        options={preset === null ? tenants : [{ value: preset.tenant_id, label: preset.tenant_title }]}
      />
      <NumberField name="width" label={t('download_sizes.width')} description={t('download_sizes.side_hint')} />
      <NumberField name="height" label={t('download_sizes.height')} />
      <FitField name="fit" />
      <FormatField name="format" />
      <NumberField name="quality" label={t('download_sizes.quality')} description={t('download_sizes.quality_hint')} />
      <TextField
        name="background"
        label={t('download_sizes.background')}
        description={t('download_sizes.background_hint')}
      />
      <SwitchField name="enlarge" label={t('download_sizes.enlarge')} description={t('download_sizes.enlarge_hint')} />
    </FormDrawer>
  );
}
