import type { Entry } from '../queries';

/** What the marks of an entry are called; who sees it is cleared for them. */
export function markNames({ marks }: Pick<Entry, 'marks'>): string {
  return marks.map((mark) => mark.security_mark_key).join(', ');
}
