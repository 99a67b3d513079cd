import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { themeQuery } from '../../../platform/session/account';
import { choice, color, key, mandatory, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { blank, type Theme } from './theme';

const path = '/api/core/theme/{theme_id}';

function valuesOf(theme: Theme | null) {
  return {
    theme_title: theme?.theme_title ?? '',
    theme_key: theme?.theme_key ?? '',
    tenant_id: theme?.tenant_id ?? null,
    theme_config: theme?.theme_config ?? blank(),
  };
}

/** Updates every place that shows or uses the changed theme. */
export function useShowChanged() {
  const client = useQueryClient();
  return async (theme: Theme) => {
    client.setQueryData(['get', path, { params: { path: { theme_id: theme.theme_id } } }], theme);
    await Promise.all([
      client.invalidateQueries({ queryKey: ['get', '/api/core/theme/admin'] }),
      client.invalidateQueries({ queryKey: themeQuery().queryKey }),
    ]);
  };
}

/** The form of a theme: every key of its config, with the rules of the server. */
export function useThemeForm(theme: Theme | null, saved: (theme: Theme) => void) {
  const { t } = useTranslation('tenancy_settings');
  const showChanged = useShowChanged();
  const create = query.useMutation('post', '/api/core/theme');
  const update = query.useMutation('put', path);
  const schema = z.object({
    theme_title: title(t('themes.fields.title')),
    theme_key: key(t('themes.fields.key')),
    tenant_id: choice(),
    theme_config: z.object({
      logo: z.nullable(z.string()),
      font: mandatory(),
      appBarBgColor: color(),
      appBarTxtColor: color(),
      appBackground: color(),
      primary: color(),
      secondary: color(),
      defaultIconColor: color(),
      accent: color(),
      error: color(),
      info: color(),
      success: color(),
      warning: color(),
    }),
  });
  return useEntityForm({
    schema,
    from: theme === null ? { values: valuesOf(null) } : { values: valuesOf(theme), version: theme.version },
    save: async ({ theme_key, tenant_id, ...both }, headers) => {
      if (theme === null) {
        return await create.mutateAsync({ body: { ...both, theme_key, tenant_id: tenant_id ?? 0 }, headers });
      }
      return await update.mutateAsync({ params: { path: { theme_id: theme.theme_id } }, body: both, headers });
    },
    saved: async (answer) => {
      notify.success(t('themes.saved', { title: answer.theme_title }));
      saved(answer);
      await showChanged(answer);
    },
    reread: async () => {
      if (theme === null) return null;
      const { data } = await api.GET(path, { params: { path: { theme_id: theme.theme_id } } });
      return data === undefined ? null : { values: valuesOf(data), version: data.version };
    },
  });
}
