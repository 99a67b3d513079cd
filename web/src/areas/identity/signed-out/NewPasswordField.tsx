import { PasswordInput } from '@mantine/core';
import { type FieldValues, type Path, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import { PasswordStrength } from '../PasswordStrength';

type Props<Form extends FieldValues> = { name: Path<Form>; label: string; first?: boolean; about?: readonly string[] };

/** A new password, with its strength. */
export function NewPasswordField<Form extends FieldValues>({ name, label, first = false, about = [] }: Props<Form>) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const { register, watch, getFieldState, formState } = useFormContext<Form>();
  const { error } = getFieldState(name, formState);
  return (
    <>
      <PasswordInput
        {...register(name)}
        size="md"
        label={label}
        autoComplete="new-password"
        autoFocus={first}
        visibilityToggleButtonProps={{ 'aria-label': t('login.toggle_password'), tabIndex: 0, 'aria-hidden': false }}
        error={errorText(error?.message)}
      />
      {error === undefined && <PasswordStrength password={watch(name)} about={about} />}
    </>
  );
}
