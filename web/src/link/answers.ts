import type { Schema } from '../platform/api/client';

/** What the server tells about a link to who has its address. */

export type Front = Schema<'Front'>;

/** Before the password: whose page it is, and nothing of what is shared. */
type ClosedLink = { state: 'password'; front: Front };

export type OpenLink = {
  state: 'open';
  front: Front;
  /** Null: several entries that nobody gave a name. */
  title: string | null;
  kind: 'file' | 'folder' | 'selection';
  made_by: string;
  /** Seconds. */
  expires_at: number;
  may_download: boolean;
  /** Null: as many as one likes. */
  downloads_left: number | null;
  /** Null: too many to count. */
  count: number | null;
  bytes: number | null;
};

export type Link = ClosedLink | OpenLink;

export type Entry = {
  node_id: number;
  name: string;
  kind: 'file' | 'folder';
  bytes: number | null;
  mime: string | null;
  entry_type: string;
  width: number | null;
  height: number | null;
  modified_at: number;
  /** A thumbhash, base64. */
  placeholder: string | null;
  has_picture: boolean;
};

export type Crumb = { node_id: number; name: string };

export type EntryPage = { items: Entry[]; next: string | null; path: Crumb[] };
