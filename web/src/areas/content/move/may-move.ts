import type { Entry } from '../queries';

/** Somebody else has locked it: only removing is left. */
export function isClosed({ locked, is_locked_by_me }: Pick<Entry, 'locked' | 'is_locked_by_me'>): boolean {
  return locked && !is_locked_by_me;
}

type Known = Pick<Entry, 'node_type' | 'role' | 'locked' | 'is_locked_by_me'>;

let fine: boolean | null = null;

/** On a touch screen a long press selects, and nothing is dragged. */
export function mayDrag(entry: Known): boolean {
  fine ??= window.matchMedia('(pointer: fine)').matches;
  return fine && mayMove(entry);
}

/** The attribute of what takes entries that are dropped on it. */
export const takes = (nodeId: number, role: string | null, closed: boolean) =>
  !closed && (role === 'writer' || role === 'manager') ? { 'data-takes': nodeId } : {};

/** Whether the user may copy this entry, as far as the list knows. */
export function mayCopy(entry: Known): boolean {
  return entry.node_type !== 'repository' && !isClosed(entry) && entry.role !== null;
}

/** Whether the user may move this entry, as far as the list knows. */
export function mayMove(entry: Known): boolean {
  return mayCopy(entry) && (entry.role === 'writer' || entry.role === 'manager');
}
