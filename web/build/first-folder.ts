import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

const source = `${resolve('src')}/`;

/** What the page fetches by itself when a folder is opened for the first time. */
const roots = [
  'shell/Shell.tsx',
  'areas/activity/ActivityProvider.tsx',
  'areas/activity/Bell.tsx',
  'areas/activity/Tray.tsx',
  'areas/activity/live-actions.ts',
  'areas/content/folder/FolderPage.tsx',
  'areas/content/drawer/FolderTree.tsx',
  'areas/content/drawer/SavedSearches.tsx',
  'areas/content/live-cache.ts',
].map((path) => source + path);

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The files of `src` that these import, and the files that those import; what is imported later is not among them. */
function neededBy(files: readonly string[], context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...files];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file) || !file.startsWith(source)) continue;
    const info = context.getModuleInfo(file);
    if (info === null) throw new Error(`build/first-folder.ts: the build has no ${file}`);
    found.add(file);
    left.push(...info.importedIds);
  }
  return found;
}

/** The names of the icons that these files import. */
function iconsOf(files: ReadonlySet<string>, context: Context): ReadonlySet<string> {
  const imports = /import\s*\{([^}]*)\}\s*from\s*['"]@tabler\/icons-react['"]/g;
  const lists = [...files].flatMap((file) => [...(context.getModuleInfo(file)?.code ?? '').matchAll(imports)]);
  return new Set(lists.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? '')));
}

/** One build's answer; it is the same for all of its files. */
let known: { files: ReadonlySet<string>; icons: ReadonlySet<string> } | undefined;

function firstFolder(context: Context) {
  if (known === undefined) {
    const files = neededBy(roots, context);
    known = { files, icons: iconsOf(files, context) };
  }
  return known;
}

/** A group of those of these files that such a folder needs. */
export function ofFirstFolder(name: string, test: RegExp) {
  const isNeeded = (file: string, context: Context) => {
    const { files, icons } = firstFolder(context);
    const [, icon] = /@tabler\/.*\/(Icon\w+)\.mjs$/.exec(file) ?? [];
    return files.has(file) || (icon !== undefined && icons.has(icon));
  };
  const nameOf = (file: string, context: Context) => (isNeeded(file, context) ? name : null);
  return { name: nameOf, debugName: name, test, minShareCount: 2 };
}
