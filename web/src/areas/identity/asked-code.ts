import { isProblem } from '../../platform/api/problem';

/** The server has refused a change of credentials because the account's second factor was not shown, or was wrong. */
export function asksForCode(error: unknown): boolean {
  return isProblem(error) && (error.errors ?? []).some(({ field }) => field === 'code');
}

/** What a request carries of the code: nothing where none was typed. */
export function sentCode(code: string): { code?: string } {
  return code.trim() === '' ? {} : { code };
}
