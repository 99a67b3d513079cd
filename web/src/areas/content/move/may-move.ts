import type { Entry } from '../queries';

let fine: boolean | null = null;

/** On a touch screen a long press selects, and nothing is dragged. */
export function mayDrag(entry: Pick<Entry, 'node_type' | 'role' | 'locked'>): boolean {
  fine ??= window.matchMedia('(pointer: fine)').matches;
  return fine && mayMove(entry);
}

/** The attribute of what takes entries that are dropped on it. */
export const takes = (nodeId: number, role: string | null, locked: boolean) =>
  !locked && (role === 'writer' || role === 'manager') ? { 'data-takes': nodeId } : {};

/** Whether the user may copy this entry, as far as the list knows. */
export function mayCopy({ node_type, role, locked }: Pick<Entry, 'node_type' | 'role' | 'locked'>): boolean {
  return node_type !== 'repository' && !locked && role !== null;
}

/** Whether the user may move this entry, as far as the list knows. */
export function mayMove({ node_type, role, locked }: Pick<Entry, 'node_type' | 'role' | 'locked'>): boolean {
  return node_type !== 'repository' && !locked && (role === 'writer' || role === 'manager');
}
