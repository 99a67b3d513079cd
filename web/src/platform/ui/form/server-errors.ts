import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { isProblem } from '../../api/problem';

/** Shows the server's field errors at their fields; returns whether there was one. */
export function showFieldErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  if (!isProblem(error)) return false;
  let shown = false;
  const errors = error.errors ?? [];
  // What is taken, and by what, is in the sentence of a conflict.
  const isConflict = error.status === 409 && errors.length === 1;
  for (const { field, key, params } of errors) {
    const path = fields.find((name) => name === field);
    if (path === undefined) continue;
    const message = isConflict ? error.message : params ? `${key}?${JSON.stringify(params)}` : key;
    setError(path, { message }, { shouldFocus: !shown });
    shown = true;
  }
  return shown;
}
