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
  for (const { field, key, params } of error.errors ?? []) {
    const path = fields.find((name) => name === field);
    if (path === undefined) continue;
    setError(path, { message: params ? `${key}?${JSON.stringify(params)}` : key }, { shouldFocus: !shown });
    shown = true;
  }
  return shown;
}
