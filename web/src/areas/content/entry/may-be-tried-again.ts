import type { Entry } from '../queries';

/** Whether another try may end otherwise: it took too long, or the server could not draw at all. */
export function mayBeTriedAgain({ preview }: Pick<Entry, 'preview'>): boolean {
  return preview.status === 'error' && (preview.reason === 'too_slow' || preview.reason === null);
}
