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

/** The selection of everything in a folder, with its exceptions. */
export function selectionOf({ parentId, except, asOf }: WholeSelection): Selection {
  return { parent_id: parentId, except: [...except], as_of: asOf };
}
