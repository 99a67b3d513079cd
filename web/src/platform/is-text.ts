/** Letters although their type does not begin with `text`. */
const OTHERS: ReadonlySet<string> = new Set([
  'application/json',
  'application/xml',
  'application/javascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sh',
]);

/** Whether the letters of a file can be read as they are: texts, tables and code, also pages, which are never opened as such. */
export function isText(mime: string | null): boolean {
  return mime !== null && (mime.startsWith('text/') || OTHERS.has(mime));
}
