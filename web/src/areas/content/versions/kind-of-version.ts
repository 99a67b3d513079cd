import { isText } from '../../../platform/is-text';
import type { Entry } from '../queries';
import type { Version } from './api';

/** How a version is shown: its picture, a player, its letters, or in words what it is. */
type VersionKind = 'picture' | 'film' | 'sound' | 'text' | 'other';

export function kindOfVersion({ mime }: Pick<Version, 'mime'>): VersionKind {
  if (mime === null) return 'other';
  if (mime.startsWith('image/')) return 'picture';
  if (mime.startsWith('video/')) return 'film';
  if (mime.startsWith('audio/')) return 'sound';
  return isText(mime) ? 'text' : 'other';
}

/** A version has a picture if it is one or a document of pages, or if files of its type get one. */
export function mayHavePicture({ mime }: Pick<Version, 'mime'>, entry: Pick<Entry, 'mime_type' | 'preview'>): boolean {
  if (mime === null) return false;
  if (mime.startsWith('image/') || mime === 'application/pdf') return true;
  const { status } = entry.preview;
  return mime === entry.mime_type && (status === 'ready' || status === 'generating_preview');
}
