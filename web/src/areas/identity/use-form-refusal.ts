import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';
import { showFieldErrors } from '../../platform/ui/form/server-errors';

/** Shows an error in its form only: at the fields that it names, else above them as `refusal`. */
export function useFormRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly Path<Values>[],
) {
  const { t } = useTranslation('identity_account');
  const [refusal, setRefusal] = useState<string | null>(null);
  const refused = (error: unknown) => {
    // A dialog asks to sign in again: the input is not wrong.
    if (isProblem(error) && error.status === 401) return;
    if (showFieldErrors(error, fields, form.setError)) return;
    setRefusal(isProblem(error) ? error.message : t('login.unreachable'));
  };
  return { refusal, refused, forget: () => setRefusal(null) };
}
