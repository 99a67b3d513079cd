import type { LiveEvent } from '../../platform/live/live';

/** Whether the event says that the review of this file has changed. */
export function isAbout({ name, payload }: LiveEvent, nodeId: number): boolean {
  if (name !== 'pipeline' || typeof payload !== 'object' || payload === null) return false;
  const { type, node_id } = payload as Record<string, unknown>;
  return type === 'review' && node_id === nodeId;
}
