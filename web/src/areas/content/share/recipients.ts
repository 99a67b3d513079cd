import { email } from '../../../platform/ui/form/rules';

/** So many people one e-mail goes to. */
export const MOST_RECIPIENTS = 50;

const rule = email();

export const isEmail = (text: string): boolean => rule.safeParse(text).success;

/** The addresses without repetitions, whatever their case. */
export function distinct(emails: readonly string[]): string[] {
  const seen = new Set<string>();
  return emails
    .map((one) => one.trim())
    .filter((one) => {
      const key = one.toLowerCase();
      if (key === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
