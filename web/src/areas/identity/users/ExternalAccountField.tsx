import { useTranslation } from 'react-i18next';
import { TextField } from '../../../platform/ui/form/fields';

/** The user's name at Google Drive; an existing one is not shown, only replaced. */
export function ExternalAccountField() {
  const { t } = useTranslation('identity_settings');
  return <TextField name="external_id" label={t('users.external')} description={t('users.external_hint')} />;
}
