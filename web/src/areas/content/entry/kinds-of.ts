import type { Entry } from '../queries';

/** How many of some entries are of one type: the server's `entry_type` of files, or what else they are. */
export interface Kind {
  type: string;
  count: number;
}

/** Of which types entries are, the most frequent first. */
export function kindsOf(entries: readonly Pick<Entry, 'node_type' | 'entry_type'>[]): Kind[] {
  const counts = new Map<string, number>();
  for (const { node_type, entry_type } of entries) {
    const type = node_type === 'file' ? (entry_type ?? 'other') : node_type;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([type, count]) => ({ type, count })).sort((one, other) => other.count - one.count);
}
