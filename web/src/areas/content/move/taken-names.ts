import type { Schema } from '../../../platform/api/client';

/** An entry, and what has its name where it is to go. */
export type TakenName = Schema<'TakenName'>;

/** What happens with entries whose names are taken: they stay, get a number, or become versions of what is there. */
export type Answer = 'skip' | 'keepBoth' | 'replace';

/** How many of `existing` go nowhere by this answer; what the server did not tell one by one counts as it stands. */
export function staying(answer: Answer, existing: number, taken: readonly TakenName[]): number {
  if (answer === 'keepBoth') return 0;
  if (answer === 'skip') return existing;
  return existing - taken.filter(({ may_replace }) => may_replace).length;
}

/** The answer, as calls have it. */
export const answerOf = (answer: Answer) => ({ keep_both: answer === 'keepBoth', replace: answer === 'replace' });
