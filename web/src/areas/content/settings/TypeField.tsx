import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../platform/ui/form/fields';

/** The type of a file server; only the native one exists, a directory of the host. */
export function TypeField({ name }: { name: string }) {
  const { t } = useTranslation('content_settings');
  const { field, common } = useField({ name, label: t('file_servers.type'), required: true });
  return (
    <Select
      {...common}
      {...field}
      onChange={(value) => field.onChange(value ?? '')}
      data={[{ value: 'posix', label: t('file_servers.native') }]}
      allowDeselect={false}
    />
  );
}
