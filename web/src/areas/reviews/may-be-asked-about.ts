import type { Entry } from '../../platform/registry/actions';

/** Whether people may be asked to review it, as far as the list knows. */
export function mayBeAskedAbout({ node_type, role, locked, is_locked_by_me }: Entry): boolean {
  const writes = role === 'writer' || role === 'manager';
  return node_type === 'file' && writes && (!locked || is_locked_by_me === true);
}
