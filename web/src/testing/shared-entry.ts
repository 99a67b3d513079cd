import type { Entry } from '../link/answers';

/** A photograph, unless a test says otherwise. */
export function sharedEntry(node_id: number, over: Partial<Entry> = {}): Entry {
  return {
    node_id,
    name: `Photo ${node_id}.jpg`,
    kind: 'file',
    bytes: 1024,
    mime: 'image/jpeg',
    entry_type: 'image',
    width: 1800,
    height: 1200,
    modified_at: Date.UTC(2026, 9, 26, 12) / 1000,
    placeholder: null,
    has_picture: true,
    ...over,
  };
}
