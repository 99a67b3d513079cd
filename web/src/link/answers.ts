import type { Schema } from '../platform/api/client';

/** What the server tells about a link to who has its address. */

export type Front = Schema<'Front'>;

/** Before the password: whose page it is, and nothing of what is shared. */
type ClosedLink = { state: 'password'; front: Front };

/** Those of the organisation, any, or none. */
export type Sizes = 'none' | 'presets' | 'any';

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
  /** Files are given away as they are. */
  originals: boolean;
  /** In which other sizes and formats pictures are given away. */
  sizes: Sizes;
  /** There is a text over the pictures. */
  has_watermark?: boolean;
  /** Null: as many as one likes. */
  downloads_left: number | null;
  /** Null: too many to count. */
  count: number | null;
  bytes: number | null;
};

/** A link that asks for files: nothing is told of where they go. */
export type AskingLink = {
  state: 'request';
  front: Front;
  title: string | null;
  message: string | null;
  made_by: string;
  /** Seconds. */
  expires_at: number;
  /** The ends of the names that it takes; none: any file. */
  extensions: string[];
  files_left: number;
  bytes_left: number;
  max_file_bytes: number;
};

export type Link = ClosedLink | OpenLink | AskingLink;

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
  /** The time in which it may be used is over: it is shown small, and not given away. */
  rights_ended?: boolean;
  /** Of a folder, the newest pictures in it, at most three. */
  cover?: readonly Drawn[];
};

/** What is needed to show a picture. */
export type Drawn = Pick<Entry, 'node_id' | 'entry_type' | 'width' | 'height' | 'placeholder'>;

export type Crumb = { node_id: number; name: string };

export type EntryPage = { items: Entry[]; next: string | null; path: Crumb[] };
