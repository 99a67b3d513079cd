import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import { TextField } from '../../../platform/ui/form/fields';
import { FieldGroup } from './FieldGroup';
import { Note } from './Note';

/** The Google document of a repository, and why it is not used. */
export function GdriveFields({ state }: { state: Schema<'GdriveState'> }) {
  const { t } = useTranslation('content_settings');
  return (
    <FieldGroup title={t('repositories.google')} lead={t('repositories.google_lead')}>
      <TextField
        name="document_id"
        label={t('repositories.document_id')}
        description={t('repositories.document_hint')}
      />
      <TextField
        name="owner_email"
        type="email"
        label={t('repositories.owner_email')}
        description={t('repositories.owner_hint')}
      />
      {state === 'no_credential' && <Note>{t('repositories.no_google_credential')}</Note>}
    </FieldGroup>
  );
}
