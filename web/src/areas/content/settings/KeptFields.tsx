import { useTranslation } from 'react-i18next';
import { NumberField, TextField } from '../../../platform/ui/form/fields';

type Props = {
  values: {
    external_access_address: string;
    external_api_address: string;
    queue_id: number | string;
    cdn_domain: string;
  };
};

/**
 * Fields that are stored for other programs and have no effect here: shown only if they have a value, so that it can be
 * read and removed.
 */
export function KeptFields({ values }: Props) {
  const { t } = useTranslation('content_settings');
  const description = t('file_servers.kept_hint');
  return (
    <>
      {(['external_access_address', 'external_api_address'] as const).map(
        (name) =>
          values[name] !== '' && (
            <TextField key={name} name={name} label={t(`file_servers.${name}`)} description={description} />
          ),
      )}
      {values.queue_id !== '' && (
        <NumberField name="queue_id" label={t('file_servers.queue_id')} description={description} />
      )}
      {values.cdn_domain !== '' && (
        <TextField name="cdn_domain" label={t('file_servers.cdn_domain')} description={description} />
      )}
    </>
  );
}
