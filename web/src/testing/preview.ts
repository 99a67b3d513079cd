import type { Schema } from '../platform/api/client';

/** Of an entry that has no picture. */
export const noPreview: Schema<'Preview'> = {
  status: 'none',
  placeholder: null,
  width: null,
  height: null,
  scales: false,
  pages: null,
  reason: null,
  retry_at: null,
  taken_at: null,
  version: null,
};
