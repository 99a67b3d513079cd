import { useMemo } from 'react';
import type { BrowserView } from './browser-view';

/** How long the list is, and how many of it are folders, as far as is known: what is loaded is the better witness. */
export function useExtent({ entries, more, list }: Pick<BrowserView, 'entries' | 'more' | 'list'>): {
  length: number;
  folders: number;
} {
  return useMemo(() => {
    const file = entries.findIndex((entry) => entry.node_type === 'file');
    const loaded = { length: entries.length, folders: file < 0 ? entries.length : file };
    if (list === null) return loaded;
    const sum = (of: 'folder' | 'file') =>
      list.buckets.reduce((count, bucket) => count + (bucket.node_type === of ? bucket.count : 0), 0);
    const end = list.begin + entries.length;
    const folders = file < 0 || list.begin > 0 ? sum('folder') : file;
    const length = more || entries.length === 0 ? Math.max(end + 1, folders + sum('file')) : end;
    return { length, folders: Math.min(folders, length) };
  }, [entries, more, list]);
}
