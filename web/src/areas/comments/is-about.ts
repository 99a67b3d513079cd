import type { LiveEvent } from '../../platform/live/live';

/** Whether the event says that the comments on this entry have changed. */
export function isAbout({ name, payload }: LiveEvent, nodeId: number): boolean {
  if (name !== 'pipeline' || typeof payload !== 'object' || payload === null) return false;
  const { type, node_id } = payload as Record<string, unknown>;
  return type === 'comment' && node_id === nodeId;
}
