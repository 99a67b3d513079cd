import type { Schema } from '../../../platform/api/client';

/** What is downloaded as many pictures. */
export interface Subject {
  /** One of its entries, or their folder: whose tenant's sizes are offered. */
  nodeId: number;
  /** Of a single folder; null: there are several entries. */
  name: string | null;
  count: number;
  /** Files that are no pictures may be among them. */
  mayHaveOthers: boolean;
  selection: Schema<'Selection'>;
}
