import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/**
 * A code of the authenticator or a recovery code; shown to users who have one, and once the server has asked for it.
 */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation('identity_account');
  return (
    <TextInput
      label={t('second_step.code')}
      description={t('second_step.hint')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      {...props}
    />
  );
}
