import { isText } from '../platform/is-text';
import type { Entry } from './answers';
import type { IconName } from './Icon';
import type { TextKey } from './texts';

/** How a file is shown; `none`: there is nothing to show. */
export type Kind = 'picture' | 'film' | 'sound' | 'pdf' | 'text' | 'none';

/** Whatever the server serves in place and a browser draws. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
]);
const TABLES: ReadonlySet<string> = new Set(['text/csv', 'text/tab-separated-values']);
/** A larger original is not loaded for want of a preview. */
const LARGEST_ORIGINAL = 60 * 1024 * 1024;

function typeOf({ mime }: Pick<Entry, 'mime'>): string {
  return mime?.split(';')[0] ?? '';
}

/** Whether the letters of a file are a table. */
export function isTable(entry: Pick<Entry, 'mime' | 'name'>): boolean {
  return TABLES.has(typeOf(entry)) || /\.(csv|tsv)$/i.test(entry.name);
}

/** Whether the original can stand in for a picture that the server does not have. */
function isDrawnByBrowsers(entry: Pick<Entry, 'mime' | 'bytes'>): boolean {
  const bytes = entry.bytes ?? 0;
  return PICTURES.has(typeOf(entry)) && bytes > 0 && bytes <= LARGEST_ORIGINAL;
}

/**
 * When the bytes of a file are fetched to show it. `freely`: whenever it is looked at; `asked`: when somebody plays or
 * opens it, since it counts as one of the downloads that are left; `never`: the link only gives pictures.
 */
export type Originals = 'freely' | 'asked' | 'never';

export function kindOf(entry: Entry, offered: Originals): Kind {
  const originals = entry.rights_ended ? 'never' : offered;
  const type = typeOf(entry);
  const freely = originals === 'freely';
  if (originals !== 'never' && (entry.bytes ?? 0) > 0) {
    if (type.startsWith('video/')) return 'film';
    if (type.startsWith('audio/')) return 'sound';
    if (type === 'application/pdf') return 'pdf';
    if (freely && isText(type)) return 'text';
  }
  if (entry.has_picture) return 'picture';
  return freely && isDrawnByBrowsers(entry) ? 'picture' : 'none';
}

const groups = ['pictures', 'films', 'sound', 'documents', 'others'] as const satisfies readonly TextKey[];
export type Group = (typeof groups)[number];

/** A type of file as the server names it. */
type FileType = { group: Group; icon: IconName; word: TextKey };

const types: Readonly<Record<string, FileType>> = {
  image: { group: 'pictures', icon: 'photo', word: 'typePicture' },
  vector: { group: 'pictures', icon: 'photo', word: 'typePicture' },
  video: { group: 'films', icon: 'video', word: 'typeFilm' },
  audio: { group: 'sound', icon: 'music', word: 'typeSound' },
  pdf: { group: 'documents', icon: 'pdf', word: 'typePdf' },
  text: { group: 'documents', icon: 'text', word: 'typeText' },
  sheet: { group: 'documents', icon: 'text', word: 'typeDocument' },
  slides: { group: 'documents', icon: 'text', word: 'typeDocument' },
  document: { group: 'documents', icon: 'text', word: 'typeDocument' },
};
const other: FileType = { group: 'others', icon: 'file', word: 'typeOther' };

export function fileTypeOf({ entry_type }: Pick<Entry, 'entry_type'>): FileType {
  return types[entry_type] ?? other;
}

/** The short word on the picture of a file that is no photograph. */
export function badgeOf(entry: Pick<Entry, 'name' | 'entry_type'>): string | null {
  if (entry.entry_type === 'image') return null;
  return /\.(\w{1,5})$/.exec(entry.name)?.[1]?.toUpperCase() ?? null;
}

/** How many files are in each group that has some. */
export function countGroups(files: readonly Entry[]): { group: Group; count: number }[] {
  const counted = groups.map((group) => ({
    group,
    count: files.filter((file) => fileTypeOf(file).group === group).length,
  }));
  return counted.filter(({ count }) => count > 0);
}
