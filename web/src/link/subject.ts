import type { Entry } from './answers';
import { archiveUrl, chosenUrl, downloadUrl } from './link-api';

/** What is saved: a file, or several entries as a ZIP file. */
export type Subject =
  | { kind: 'file'; file: Entry }
  | {
      kind: 'archive';
      name: string;
      /** Null: all that the link shows. */
      folder: number | null;
      /** Only these; null: everything in the folder. */
      nodeIds: readonly number[] | null;
      /** There may be pictures in it. */
      hasPictures: boolean;
    };

/** The types of files that are pictures to people; the server converts the same. */
const PICTURES: ReadonlySet<string> = new Set(['image', 'vector', 'design']);

const isPicture = ({ kind, entry_type, has_picture, rights_ended }: Entry) =>
  kind === 'file' && PICTURES.has(entry_type) && has_picture && !rights_ended;

/** Whether a picture can be among these, or in a folder among them. */
export function mayHavePictures(entries: Iterable<Entry>): boolean {
  return [...entries].some((entry) => entry.kind === 'folder' || isPicture(entry));
}

export function hasSizes(subject: Subject): boolean {
  return subject.kind === 'file' ? isPicture(subject.file) : subject.hasPictures;
}

export function nameOf(subject: Subject): string {
  return subject.kind === 'file' ? subject.file.name : subject.name;
}

/** Where it comes from as it is. */
export function originalUrl(subject: Subject): string {
  if (subject.kind === 'file') return downloadUrl(subject.file.node_id);
  return subject.nodeIds === null ? archiveUrl(subject.folder) : chosenUrl(subject.nodeIds);
}
