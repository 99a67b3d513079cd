import type { Schema } from '../../../platform/api/client';

export type Preset = Schema<'Preset'>;

export const presetsPath = '/api/app/{application_instance_id}/rendition/preset';

export const FORMATS = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' } as const;
