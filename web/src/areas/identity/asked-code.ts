import { isProblem } from '../../platform/api/problem';

/** The server refused a change of credentials because the code of the second factor was missing or wrong. */
export function asksForCode(error: unknown): boolean {
  return isProblem(error) && (error.errors ?? []).some(({ field }) => field === 'code');
}

/** The code as a part of a request: nothing if none was typed. */
export function sentCode(code: string): { code?: string } {
  return code.trim() === '' ? {} : { code };
}
