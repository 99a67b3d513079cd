import type { Entry } from '../queries';

/** By what the bytes are, where a name may say something else; photographs, which most files are, have none. */
const BY_TYPE = new Map<string | undefined, string | null>([
  ['image/jpeg', null],
  ['image/png', null],
  ['image/webp', null],
  ['application/pdf', 'PDF'],
  ['text/plain', 'TXT'],
]);

/** The short word for a file's type, which its picture bears: else its extension. */
export function typeBadge({ name, mime_type }: Pick<Entry, 'name' | 'mime_type'>): string | null {
  const known = BY_TYPE.get(mime_type?.split(';')[0]);
  return known === undefined ? (/\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? null) : known;
}
