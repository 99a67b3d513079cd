import type { Schema } from '../../../platform/api/client';
import type { WholeSelection } from '../../../platform/registry/actions';

type Selection = Schema<'Selection'>;

/** So many entries one call names at most. */
const NAMED = 1000;

/** Selections that name these entries, in as many calls as it takes. */
export function named(ids: readonly number[]): Selection[] {
  const calls = Math.ceil(ids.length / NAMED);
  return Array.from({ length: calls }, (_, call) => ({ node_ids: ids.slice(call * NAMED, (call + 1) * NAMED) }));
}

/** The selection of everything that a folder's list shows, with its exceptions. */
export function selectionOf({ parentId, filter, except, asOf }: WholeSelection): Selection {
  return { parent_id: parentId, ...(filter && { filter }), except: [...except], as_of: asOf };
}
