import type { Schema } from '../../../platform/api/client';
import type { ActionContext, WholeSelection } from '../../../platform/registry/actions';
import { named, selectionOf } from '../entry/named-selections';
import type { Entry } from '../queries';

/** What is moved: entries of a list, or everything in a folder with its exceptions. */
export interface Moved {
  entries: readonly Entry[];
  whole: WholeSelection | null;
}

/** Whether entries leave where they are. */
export type Way = 'move' | 'copy';

export interface Target {
  nodeId: number;
  name: string;
  /** Of a move, as calls have it: which marks entries lose there, and why. Without it they are kept. */
  widens?: { widen_reason: string; give_up_marks: string[] };
}

export const countOf = ({ entries, whole }: Moved): number => whole?.count ?? entries.length;

/** The folders that lose entries. */
export function parentsOf({ entries, whole }: Moved): ReadonlySet<number> {
  if (whole !== null) return new Set([whole.parentId]);
  return new Set(entries.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id])));
}

/** The selections that say which entries it is, in as many calls as it takes. */
export function selectionsOf({ entries, whole }: Moved): Schema<'Selection'>[] {
  return whole === null ? named(entries.map(({ node_id }) => node_id)) : [selectionOf(whole)];
}

/** The entries that an action runs on, or the whole selection that they are a part of. */
export function movedOf(entries: readonly Entry[], { whole }: Pick<ActionContext, 'whole'>): Moved {
  return { entries, whole: entries.length === 1 ? null : whole };
}
