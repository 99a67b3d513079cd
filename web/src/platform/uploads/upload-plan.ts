import { nameKey } from './name-key';
import { legalName, nameProblem, splitName, trimmedName } from './names';

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

/** The folders to create, and the files that repeat a name in the same folder (all but the first are flagged). */
export function planUpload(
  chosen: readonly ChosenFile[],
  emptyFolders: readonly (readonly string[])[] = [],
): UploadPlan {
  const folders = new Map<string, string>();
  const spelling = (segments: readonly string[]): string => {
    let path = '';
    for (const segment of segments.map(folderName)) {
      const wanted = path === '' ? segment : `${path}/${segment}`;
      const key = nameKey(wanted);
      path = folders.get(key) ?? wanted;
      folders.set(key, path);
    }
    return path;
  };
  const seen = new Set<string>();
  const files = chosen.map(({ file, folders: segments }) => {
    const path = spelling(segments);
    const name = trimmedName(file.name);
    const key = nameKey(`${path}/${name}`);
    const duplicate = seen.has(key);
    seen.add(key);
    return { file, path, name, duplicate };
  });
  for (const segments of emptyFolders) spelling(segments);
  const depth = (path: string) => path.split('/').length;
  return { folders: [...folders.values()].sort((a, b) => depth(a) - depth(b) || a.localeCompare(b)), files };
}

/** What the upload is called: the folder that all of it came in, its only file, or the folder it goes to. */
export function titleOf(chosen: readonly ChosenFile[], target: string): string {
  const [first] = chosen;
  const folder = first?.folders[0];
  if (folder !== undefined && chosen.every(({ folders }) => folders[0] === folder)) return folder;
  return chosen.length === 1 && first ? trimmedName(first.file.name) || target : target;
}

/** The path of the folder that everything came in; null if it is not one folder. */
export function onlyFolder({ folders, files }: UploadPlan): string | null {
  const [top, ...others] = folders.filter((path) => !path.includes('/'));
  return top !== undefined && others.length === 0 && files.every(({ path }) => path !== '') ? top : null;
}

/** "photo.jpg" → "photo (2).jpg", the first number that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(nameKey(free)); count++) free = numberedName(name, count);
  return free;
}

export function numberedName(name: string, count: number): string {
  const [stem, extension] = splitName(name);
  return `${stem} (${count})${extension}`;
}

/** Nothing is asked about folders: one that no folder can be called gets a name like its own. */
function folderName(segment: string): string {
  const name = trimmedName(segment);
  return nameProblem(name) === null ? name : legalName(name);
}
