// Which entries an action fits.

import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';

const one = (entries: readonly Entry[]): Entry | null => (entries.length === 1 ? (entries[0] ?? null) : null);
export const isFile = (entry: Entry) => entry.node_type === 'file';
export const mayWrite = (entry: Entry) => entry.role === 'writer' || entry.role === 'manager';
/** Of its own: what somebody's browser has drawn of a film is for looking alone. */
export const hasPicture = ({ preview, parent_id: parentId }: Entry) =>
  preview.status === 'ready' && !preview.poster && parentId !== null;
/** On what somebody else has locked only removing is offered. */
export const isOpenToActions = (entry: Entry) => entry.role !== null && !isClosed(entry);

/** Some of them their reader has to ask for before they download them. */
export const asksFirst = (entries: readonly Entry[]) => entries.some((entry) => entry.download_request != null);

/** An action fits one entry for which this holds. */
export const onOne = (holds: (entry: Entry) => boolean) => (entries: readonly Entry[]) => {
  const entry = one(entries);
  return entry !== null && holds(entry);
};
