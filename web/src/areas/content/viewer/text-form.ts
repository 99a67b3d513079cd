import type { Entry } from '../queries';

/** How a text can be read: as it is, as a table, or with the marks of Markdown carried out. */
export type TextForm = 'plain' | 'table' | 'formatted';

const TABLES: ReadonlySet<string | null> = new Set(['text/csv', 'text/tab-separated-values']);

export function textFormOf({ mime_type, name }: Pick<Entry, 'mime_type' | 'name'>): TextForm {
  if (TABLES.has(mime_type) || /\.(csv|tsv)$/i.test(name)) return 'table';
  if (mime_type === 'text/markdown' || /\.(md|markdown)$/i.test(name)) return 'formatted';
  return 'plain';
}
