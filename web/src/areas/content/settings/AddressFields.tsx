import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../platform/ui/form/fields';
import { AddressField } from './AddressField';
import { FieldGroup } from './FieldGroup';

const addresses = ['external_access_address', 'external_api_address', 'cdn_domain'] as const;

/**
 * Other hosts at which the bytes of a file server are sent and received. A queue is stored for other programs: it is
 * shown only if it has a value, so that it can be read and removed.
 */
export function AddressFields({ appId, queue }: { appId: number; queue: number | string }) {
  const { t } = useTranslation('content_settings');
  return (
    <FieldGroup title={t('file_servers.hosts')} lead={t('file_servers.hosts_lead')}>
      {addresses.map((name) => (
        <AddressField
          key={name}
          appId={appId}
          name={name}
          label={t(`file_servers.${name}`)}
          description={t(`file_servers.hints.${name}`)}
        />
      ))}
      {queue !== '' && (
        <NumberField name="queue_id" label={t('file_servers.queue_id')} description={t('file_servers.kept_hint')} />
      )}
    </FieldGroup>
  );
}
