import { compareKeys, sortKey } from '../../../platform/uploads/sort-key';
import { isActive, type Queue, type Upload } from '../../../platform/uploads/upload-queue';
import { isByDate, type Order } from '../orders';
import type { Entry } from '../queries';

const noPicture: Entry['preview'] = {
  ...{ status: 'none', placeholder: null, width: null, height: null, scales: false },
  ...{ pages: null, reason: null, retry_at: null, taken_at: null, version: null },
};

/** The uploads of a folder that have a card of their own: new files on their way, and those just arrived. */
export function uploadsIn(queue: Queue, folderId: number): Upload[] {
  return [...queue.uploads.values()].filter(
    ({ parentId, replaces, ...upload }) =>
      parentId === folderId && replaces === undefined && (isActive(upload) || upload.state === 'done'),
  );
}

/** Stands for an upload in a list; ids of entries are positive. */
export function isUpload({ node_id }: Pick<Entry, 'node_id'>): boolean {
  return node_id < 0;
}

export function uploadIdOf(nodeId: number): string {
  return (-nodeId).toString(36).padStart(9, '0');
}

/** The list with the uploads where their entries will be. What lies beyond the loaded ones is not shown. */
export function withUploads(
  entries: readonly Entry[],
  uploads: readonly Upload[],
  order: Order,
  more: boolean,
): readonly Entry[] {
  if (uploads.length === 0) return entries;
  const there = new Set(entries.map(({ node_id }) => node_id));
  // The server may tell of an entry before it answers the upload, which then knows no id yet.
  const kept = new Set(entries.map(contents));
  const arrived = (upload: Upload) => (upload.ticket ? there.has(upload.ticket.nodeId) : kept.has(contents(upload)));
  const coming = uploads.filter((upload) => !arrived(upload)).map(standIn);
  const folders = entries.filter(({ node_type }) => node_type === 'folder');
  const placed = (entry: Entry) => ({ entry, place: placeOf(entry, order) });
  const files = entries.slice(folders.length).map(placed);
  const sign = order.startsWith('-') ? -1 : 1;
  for (const one of coming.map(placed).sort((a, b) => sign * compare(a.place, b.place))) {
    const at = files.findIndex(({ place }) => sign * compare(one.place, place) < 0);
    if (at >= 0) files.splice(at, 0, one);
    else if (!more) files.push(one);
  }
  return [...folders, ...files.map(({ entry }) => entry)];
}

const contents = ({ name, size }: Pick<Entry, 'name' | 'size'>) => `${size}/${name}`;

/** More seconds than lie between any two dates. */
const BEYOND_DATES = 2 ** 40;

/** Where an entry stands in a list of that order. */
function placeOf(entry: Entry, order: Order): string | number {
  if (order.endsWith('name')) return sortKey(entry.name);
  if (order.endsWith('size')) return entry.size ?? 0;
  if (!isByDate(order)) return entry.modified_at;
  // What has no date stands behind the others in both directions.
  return entry.preview.taken_at ?? entry.modified_at + (order.startsWith('-') ? -BEYOND_DATES : BEYOND_DATES);
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' ? one - Number(other) : compareKeys(one, String(other));
}

function standIn(upload: Upload): Entry {
  return {
    node_id: -Number.parseInt(upload.id, 36),
    node_type: 'file',
    entry_type: 'file',
    parent_id: upload.parentId,
    name: upload.name,
    role: null,
    locked: false,
    marks: [],
    item_count: null,
    size: upload.size,
    mime_type: null,
    modified_at: upload.createdAt,
    preview: noPicture,
  };
}
