import type { Icon } from '@tabler/icons-react';
import type { Schema } from '../api/client';

export type Notice = Schema<'Notice'>;

/** Where a press leads. */
export interface NoticePlace {
  to: string;
  search?: Record<string, number>;
  hash?: string;
}

/** What the words of a notice are made of. */
interface NoticeFacts {
  notice: Notice;
  /** Who did it, or did it last; a word for somebody without an account. */
  person: string;
  /** The name of the entry, or what else the notice is about; empty if that has no name. */
  name: string;
  /** How often it happened. */
  count: number;
}

/** A kind of notice: an area says what happened, and where a press leads. */
export interface NoticeKind {
  /** As the server calls it. */
  kind: string;
  icon: Icon;
  words: (facts: NoticeFacts) => string;
  /** Null leads nowhere. */
  place: (notice: Notice) => NoticePlace | null;
}

/** The entry of a notice: a file over its folder, a folder itself. With a tab, the entry is shown with that tab. */
export function placeOfEntry({ application_instance_id: appId, entry }: Notice, tab?: string): NoticePlace | null {
  if (entry === null) return null;
  const { node_id: nodeId, parent_id: parentId } = entry;
  const hash = tab === undefined ? {} : { hash: tab };
  if (entry.node_type === 'file' && parentId !== null) {
    return { to: `/content/${appId}/navigation/${parentId}`, search: { show: nodeId }, ...hash };
  }
  if (entry.node_type === 'file' || tab !== undefined) {
    return { to: `/content/${appId}/actions/entry/info/${nodeId}`, ...hash };
  }
  return { to: `/content/${appId}/navigation/${nodeId}` };
}
