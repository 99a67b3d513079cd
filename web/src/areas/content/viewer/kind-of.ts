import { isText } from '../../../platform/is-text';
import type { Entry } from '../queries';

/** How the viewer shows a file. `none`: there is nothing to show, and it says why. */
export type Kind = 'picture' | 'film' | 'sound' | 'pdf' | 'text' | 'none';

/** As the server serves in place (`is_harmless` in areas/content/src/downloads.rs); it serves no drawing, no page. */
const PICTURES: ReadonlySet<string | null> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
]);
const MOVING: ReadonlySet<string | null> = new Set(['image/gif', 'image/webp', 'image/avif']);
/** A larger original is not loaded only because somebody zooms in. */
const LARGEST_ORIGINAL = 60 * 1024 * 1024;

type File = Pick<Entry, 'mime_type' | 'size' | 'preview'>;

/** Whether the browser itself can show the original. */
export function isShownByBrowsers({ mime_type, size }: File): boolean {
  return PICTURES.has(mime_type) && (size ?? 0) > 0 && (size ?? 0) <= LARGEST_ORIGINAL;
}

/** Whether the original may move, which its preview never does. */
export function mayMove(file: File): boolean {
  return MOVING.has(file.mime_type) && isShownByBrowsers(file);
}

/** `mayDownload`: the user may have the original; without it, everything is shown by its preview. */
export function kindOf(file: File, mayDownload: boolean): Kind {
  const { mime_type } = file;
  if (mayDownload && (file.size ?? 0) > 0) {
    if (mime_type?.startsWith('video/')) return 'film';
    if (mime_type?.startsWith('audio/')) return 'sound';
    if (mime_type === 'application/pdf') return 'pdf';
    if (isText(mime_type)) return 'text';
  }
  if (file.preview.status === 'ready') return 'picture';
  return mayDownload && isShownByBrowsers(file) ? 'picture' : 'none';
}
