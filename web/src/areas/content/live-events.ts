import type { Schema } from '../../platform/api/client';
import type { LiveEvent } from '../../platform/live/live';

export type LiveChange =
  | { kind: 'bin' }
  /** `nodeId` is null of more than are named. */
  | { kind: 'favourite'; nodeId: number | null; chosen: boolean }
  | { kind: 'stayed' }
  | { kind: 'saved_search' }
  | { kind: 'reviews' }
  | { kind: 'preview'; nodeId: number; parentId: number | null; preview: Partial<Schema<'Preview'>> }
  | { kind: 'access'; nodeId: number; parentId: number | null }
  | { kind: 'entry'; nodeId: number; parentId: number | null; status: string };

const OF_BIN: readonly string[] = ['delete', 'restore', 'purge', 'empty_bin'];

/** The meaning of a socket event for the page; null for what changes no entry. */
export function changeOf({ name, payload }: LiveEvent): LiveChange | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const told = payload as Record<string, unknown>;
  if (name === 'message') {
    // Entries that are deleted or restored in the background may be in the list of the bin until the end.
    const isOfBin = typeof told['type'] === 'string' && OF_BIN.includes(told['type']);
    const stayed = told['status'] === 'partial_error' || told['status'] === 'stopped';
    if (isOfBin && told['progress'] === 100 && !stayed) return { kind: 'bin' };
    // The page has taken them out of its list when they were asked to go.
    if (stayed) return { kind: 'stayed' };
    if (told['topic'] === 'saved_search') return { kind: 'saved_search' };
    if (told['topic'] === 'review') return { kind: 'reviews' };
    return told['topic'] === 'favourite' ? favouriteOf(told['value']) : null;
  }
  const { type, node_id: nodeId, parent_id, status } = told;
  if (typeof nodeId !== 'number' || typeof status !== 'string') return null;
  const parentId = typeof parent_id === 'number' ? parent_id : null;
  if (type === 'access') return { kind: 'access', nodeId, parentId };
  if (type === 'entry') return { kind: 'entry', nodeId, parentId, status };
  if (type !== 'rendition_service') return null;
  return { kind: 'preview', nodeId, parentId, preview: previewOf(status, told['preview']) };
}

function favouriteOf(value: unknown): LiveChange | null {
  if (typeof value !== 'object' || value === null) return null;
  const { node_id: nodeId, chosen } = value as Record<string, unknown>;
  if (typeof chosen !== 'boolean') return null;
  return typeof nodeId === 'number' || nodeId === null ? { kind: 'favourite', nodeId, chosen } : null;
}

/** The preview that the event carries, or else what its status says of one. */
function previewOf(status: string, preview: unknown): Partial<Schema<'Preview'>> {
  if (typeof preview === 'object' && preview !== null) return preview as Schema<'Preview'>;
  if (status === 'in_progress') return { status: 'generating_preview' };
  return { status: status === 'done' ? 'ready' : 'error' };
}
