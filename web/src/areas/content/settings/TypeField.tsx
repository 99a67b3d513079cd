import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../platform/ui/form/fields';
import { LockSign } from '../../../platform/ui/form/LockSign';

/** The type of a file server: a directory of the host, or a bucket of an S3 store. An existing one keeps it. */
export function TypeField({ name, locked }: { name: string; locked: boolean }) {
  const { t } = useTranslation('content_settings');
  const texts = { label: t('file_servers.type'), ...(!locked && { description: t('file_servers.type_hint') }) };
  const { field, common } = useField({ name, required: !locked, ...texts });
  const types = { posix: t('file_servers.native'), s3: t('file_servers.s3') };
  if (locked) {
    return (
      <TextInput
        {...common}
        value={field.value === 's3' ? types.s3 : types.posix}
        readOnly
        rightSection={<LockSign />}
      />
    );
  }
  return (
    <Select
      {...common}
      {...field}
      onChange={(value) => field.onChange(value ?? '')}
      data={Object.entries(types).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
    />
  );
}
