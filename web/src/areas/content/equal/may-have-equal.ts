import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';

/** Whether the server would say where else the content of an entry is. */
export function mayHaveEqual(entry: Entry): boolean {
  return entry.node_type === 'file' && entry.role !== null && !isClosed(entry) && (entry.size ?? 0) > 0;
}

/** Whether it has a picture that others may look like. */
export function mayLookAlike(entry: Entry): boolean {
  return mayHaveEqual(entry) && entry.preview.status === 'ready' && !entry.preview.scales;
}
