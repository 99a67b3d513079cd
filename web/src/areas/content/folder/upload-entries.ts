import { nameKey } from '../../../platform/uploads/name-key';
import { isActive, type Queue, type Upload } from '../../../platform/uploads/upload-queue';
import type { Order } from '../orders';
import type { Entry } from '../queries';

const noPicture: Entry['preview'] = {
  ...{ status: 'none', placeholder: null, width: null, height: null, scales: false },
  ...{ pages: null, reason: null, retry_at: null, version: null },
};

/** The uploads of a folder that have a card of their own: those on their way, and those just arrived. */
export function uploadsIn(queue: Queue, folderId: number): Upload[] {
  return [...queue.uploads.values()].filter(
    (upload) => upload.parentId === folderId && (isActive(upload) || upload.state === 'done'),
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
  const files = [...entries.slice(folders.length)];
  for (const entry of coming.sort(comparing(order))) {
    const before = comparing(order);
    const at = files.findIndex((file) => before(entry, file) < 0);
    if (at >= 0) files.splice(at, 0, entry);
    else if (!more) files.push(entry);
  }
  return [...folders, ...files];
}

const contents = ({ name, size }: Pick<Entry, 'name' | 'size'>) => `${size}/${name}`;

function comparing(order: Order): (one: Entry, other: Entry) => number {
  const sign = order.startsWith('-') ? -1 : 1;
  return (one, other) => sign * compare(order.replace('-', ''), one, other);
}

function compare(by: string, one: Entry, other: Entry): number {
  if (by === 'size') return (one.size ?? 0) - (other.size ?? 0);
  if (by === 'modified_at') return one.modified_at - other.modified_at;
  const [first, second] = [nameKey(one.name), nameKey(other.name)];
  return first < second ? -1 : first > second ? 1 : 0;
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
