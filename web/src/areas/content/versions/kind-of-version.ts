import type { Entry } from '../queries';
import type { Version } from './api';

/** How a version is shown: its picture, a player, its letters, or in words what it is. */
type VersionKind = 'picture' | 'film' | 'sound' | 'text' | 'other';

/** Letters although their type does not begin with `text`. */
const LETTERS: ReadonlySet<string> = new Set([
  'application/json',
  'application/xml',
  'application/javascript',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sh',
]);

export function kindOfVersion({ mime }: Pick<Version, 'mime'>): VersionKind {
  if (mime === null) return 'other';
  if (mime.startsWith('image/')) return 'picture';
  if (mime.startsWith('video/')) return 'film';
  if (mime.startsWith('audio/')) return 'sound';
  return mime.startsWith('text/') || LETTERS.has(mime) ? 'text' : 'other';
}

/** A version has a picture if it is one, or if the file of the same type has one now. */
export function mayHavePicture({ mime }: Pick<Version, 'mime'>, entry: Pick<Entry, 'mime_type' | 'preview'>): boolean {
  return mime?.startsWith('image/') === true || (mime === entry.mime_type && entry.preview.status === 'ready');
}
