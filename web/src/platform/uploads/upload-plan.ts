import { randomId } from '../random-id';

/** The specification's {max} files per upload action. */
const MAX_FILES_PER_ACTION = 200;

/** A chosen file, with the folders that contained it (empty for a plain file). */
export interface ChosenFile {
  file: File;
  folders: readonly string[];
}

export interface PlannedFile {
  file: File;
  /** The folder path below the target, joined by "/"; "" is the target itself. */
  path: string;
  name: string;
  duplicate: boolean;
}

export interface UploadPlan {
  /** Folder paths to make, parents before children. */
  folders: string[];
  files: PlannedFile[];
}

/** Names are compared like on the server: NFC, case folded. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLocaleLowerCase('en');
}

/** The folders to create, and the files that repeat a name in the same folder (all but the first are flagged). */
export function planUpload(
  chosen: readonly ChosenFile[],
  emptyFolders: readonly (readonly string[])[] = [],
): UploadPlan {
  const folders = new Map<string, string>();
  const spelling = (segments: readonly string[]): string => {
    let path = '';
    for (const segment of segments) {
      const wanted = path === '' ? segment.normalize('NFC') : `${path}/${segment.normalize('NFC')}`;
      const key = nameKey(wanted);
      path = folders.get(key) ?? wanted;
      folders.set(key, path);
    }
    return path;
  };
  const seen = new Set<string>();
  const files = chosen.map(({ file, folders: segments }) => {
    const path = spelling(segments);
    const name = file.name.normalize('NFC');
    const key = nameKey(`${path}/${name}`);
    const duplicate = seen.has(key);
    seen.add(key);
    return { file, path, name, duplicate };
  });
  for (const segments of emptyFolders) spelling(segments);
  const depth = (path: string) => path.split('/').length;
  return { folders: [...folders.values()].sort((a, b) => depth(a) - depth(b) || a.localeCompare(b)), files };
}

/** One upload action holds at most 200 files, so a larger choice becomes several actions. */
export function intoActions<T>(files: readonly T[], max = MAX_FILES_PER_ACTION): { groupId: string; files: T[] }[] {
  const actions: { groupId: string; files: T[] }[] = [];
  for (let at = 0; at < files.length; at += max)
    actions.push({ groupId: randomId(), files: files.slice(at, at + max) });
  return actions;
}

/** "photo.jpg" → "photo (2).jpg", the first number that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(nameKey(free)); count++) free = numberedName(name, count);
  return free;
}

export function numberedName(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : '';
  return `${stem} (${count})${extension}`;
}
