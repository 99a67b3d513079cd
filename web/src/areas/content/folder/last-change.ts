import type { Order } from '../orders';
import type { Entry } from '../queries';

interface Loaded {
  entries: readonly Pick<Entry, 'node_type' | 'modified_at'>[];
  more: boolean;
  /** How many entries of the list stand before them. */
  begin: number;
}

/** When something in a list was changed last; null as long as what is loaded does not tell. */
export function lastChange({ entries, more, begin }: Loaded, order: Order): number | null {
  if (begin > 0 || entries.length === 0) return null;
  // The newest folder is the first one, and so is the newest file.
  const isTold = !more || (order === '-modified_at' && entries.some(({ node_type }) => node_type === 'file'));
  return isTold ? Math.max(...entries.map(({ modified_at }) => modified_at)) : null;
}
