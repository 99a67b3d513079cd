import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/client';

/** The name of a theme: the six of the platform in the person's language, a tenant's as the tenant wrote it. */
export function useThemeTitle() {
  const { t } = useTranslation();
  const palettes: Readonly<Record<string, string>> = {
    green: t('themes.green'),
    blue: t('themes.blue'),
    orange: t('themes.orange'),
    red: t('themes.red'),
    yellow: t('themes.yellow'),
    purple: t('themes.purple'),
  };
  return (theme: Schema<'Theme'>): string => {
    const ours = theme.tenant_id === null || theme.tenant_id === undefined;
    return (ours ? palettes[theme.theme_key] : undefined) ?? theme.theme_title;
  };
}
