import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SwitchField, TextField } from '../../../platform/ui/form/fields';

/** Where the bytes are: a folder, or a bucket. `used`: repositories are there, so the place stays. */
export function PlaceFields({ used, isNew }: { used: boolean; isNew: boolean }) {
  const { t } = useTranslation('content_settings');
  const type: unknown = useWatch({ name: 'type' });
  if (type === 's3') return <BucketFields used={used} isNew={isNew} />;
  return (
    <TextField
      name="url"
      label={t('file_servers.url')}
      description={t(used ? 'file_servers.url_used' : 'file_servers.url_hint')}
      readOnly={used}
      required
    />
  );
}

function BucketFields({ used, isNew }: { used: boolean; isNew: boolean }) {
  const { t } = useTranslation('content_settings');
  return (
    <>
      <TextField
        name="url"
        label={t('file_servers.address')}
        description={t(used ? 'file_servers.url_used' : 'file_servers.address_hint')}
        readOnly={used}
        required
      />
      <TextField name="region" label={t('file_servers.region')} description={t('file_servers.region_hint')} required />
      <TextField
        name="bucket"
        label={t('file_servers.bucket')}
        description={t(used ? 'file_servers.url_used' : 'file_servers.bucket_hint')}
        readOnly={used}
        required
      />
      <TextField
        name="prefix"
        label={t('file_servers.prefix')}
        description={t('file_servers.prefix_hint')}
        readOnly={used}
      />
      <SwitchField
        name="path_style"
        label={t('file_servers.path_style')}
        description={t('file_servers.path_style_hint')}
      />
      <TextField
        name="access_key"
        label={t('file_servers.access_key')}
        description={t('file_servers.access_key_hint')}
        required
      />
      <TextField
        name="secret_key"
        type="password"
        label={t('file_servers.secret_key')}
        description={t(isNew ? 'file_servers.secret_key_new' : 'file_servers.secret_key_hint')}
        required={isNew}
      />
    </>
  );
}
