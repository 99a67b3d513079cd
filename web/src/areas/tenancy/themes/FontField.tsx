import { Select } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fonts } from './theme';

/** One of the fonts that exist everywhere, or the theme's current one. */
export function FontField() {
  const { t } = useTranslation('tenancy_settings');
  const { field } = useController({ name: 'theme_config.font' });
  const own = fonts.some((font) => font === field.value) ? [] : [String(field.value)];
  return (
    <Select {...field} label={t('themes.fields.font')} data={[...fonts, ...own]} allowDeselect={false} withAsterisk />
  );
}
