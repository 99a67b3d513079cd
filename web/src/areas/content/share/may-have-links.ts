import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';

/** Whether the user may make links to an entry, and so sees those that there are. */
export function mayHaveLinks(entry: Entry): boolean {
  return entry.node_type !== 'repository' && entry.role === 'manager' && !isClosed(entry);
}
