import type { ChosenFile } from './upload-plan';

export interface Chosen {
  files: ChosenFile[];
  emptyFolders: string[][];
}

/**
 * The dropped files, including those in folders. Must be called inside the drop event: the list is emptied after it.
 */
export function readDrop(transfer: DataTransfer): Promise<Chosen> {
  const entries = [...transfer.items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  const plain = entries.length === 0 ? [...transfer.files] : [];
  return walk(entries, plain);
}

/** The files of an <input type="file">; with webkitdirectory each file knows its path. */
export function readInput(list: Iterable<File>): Chosen {
  const files = [...list].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }));
  return { files, emptyFolders: [] };
}

async function walk(entries: readonly FileSystemEntry[], plain: readonly File[]): Promise<Chosen> {
  const chosen: Chosen = { files: plain.map((file) => ({ file, folders: [] })), emptyFolders: [] };
  const pending = entries.map((entry) => ({ entry, folders: [] as string[] }));
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { entry, folders } = next;
    if (isFile(entry)) {
      chosen.files.push({ file: await fileOf(entry), folders });
    } else if (isDirectory(entry)) {
      const inside = [...folders, entry.name];
      const children = await childrenOf(entry);
      if (children.length === 0) chosen.emptyFolders.push(inside);
      for (const child of children) pending.push({ entry: child, folders: inside });
    }
  }
  return chosen;
}

/** readEntries returns about a hundred at a time and an empty list at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
