/** "photo.final.jpg" → ["photo.final", ".jpg"]; a dot file or a sentence with a dot has no extension. */
export function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > 9 || /\s/.test(name.slice(dot))) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}

/**
 * The part of a name that may be cut and the tail that stays: the extension and a few characters before it, so that
 * "…-012.jpg" and "…-013.jpg" differ. CSS cuts the head. A short name stays whole.
 */
export function headAndTail(name: string, kept: number): [head: string, tail: string] {
  const [stem, extension] = splitExtension(name);
  const letters = [...stem];
  if (letters.length <= kept * 3) return [name, ''];
  // Letters of these scripts join: if they are cut apart they read as another word.
  if (/[\u0590-\u08ff]/.test(stem)) return [stem, extension];
  const end = letters.slice(-kept).join('');
  // A space stays with the head: after the "…" it would look like a gap.
  const tail = end.trimStart() + extension;
  return [name.slice(0, -tail.length), tail];
}

const RESERVED = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\..*)?$/i;

/** The server's rule for names (content-and-jobs.md), checked before the request. */
export function isValidName(name: string): boolean {
  const normal = name.normalize('NFC');
  if (normal === '' || normal === '.' || normal === '..') return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[/\u0000-\u001f\u007f]/.test(normal) || RESERVED.test(normal)) return false;
  return !/[. ]$/.test(normal) && new TextEncoder().encode(normal).length <= 255;
}
