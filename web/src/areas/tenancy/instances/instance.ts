import type { Schema } from '../../../platform/api/client';

export type ApplicationInstance = Schema<'ApplicationInstance'>;

/** The fixed catalogue, by its numbers. */
export const catalogue = [
  { id: 1, key: 'content' },
  { id: 2, key: 'project' },
  { id: 3, key: 'node' },
  { id: 4, key: 'pipeline' },
  { id: 5, key: 'core' },
  { id: 6, key: 'cdp' },
  { id: 7, key: 'synthetic_image' },
  { id: 8, key: 'home' },
  { id: 9, key: 'ai_workforce' },
] as const;

/** It is served by this server. */
export function isHere(instance: ApplicationInstance): boolean {
  return instance.access_url === `/api/app/${instance.application_instance_id}`;
}

/** The address of an instance on this server before it has an id. */
export const thisServer = '/api/app/{application_instance_id}';
