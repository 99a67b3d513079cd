import type { Chosen } from './dropped-files';
import { nameKey } from './name-key';
import { nameProblem } from './names';
import { newUpload } from './new-upload';
import { freeName, numberedName, onlyFolder, type PlannedFile, planUpload, titleOf } from './upload-plan';
import type { Upload } from './upload-queue';
import type { NewUpload } from './uploads';
import type { UploadTarget } from './uploads-context';

export interface Conflict {
  path: string;
  name: string;
  /** Twice in the chosen files, or in the folder already. */
  kind: 'duplicate' | 'exists';
  file: File;
  /** The entry that has the name already. */
  existing: Existing | null;
}

export interface Existing {
  nodeId: number;
  /** Of a file. */
  bytes: number | null;
  modifiedAt: number | null;
  /** It is a file that can get a new version by the user. */
  mayReplace: boolean;
  /** The background action of an interrupted upload of one's own that has begun it: nobody sees it yet. */
  interruptedBy?: string;
}

/** Names that are taken, as keys, and by which entries. */
export type Taken = ReadonlyMap<string, Existing>;

export type Answer = 'skip' | 'keepBoth' | 'replace' | 'cancel';

/** The calls that starting an upload needs from the server and the user. */
export interface StartCalls {
  takenNames: (folderId: number, names: readonly string[]) => Promise<Taken>;
  /** Ends an interrupted upload by its background action. */
  endInterrupted: (bgActionId: string) => Promise<void>;
  findFolder: (parentId: number, name: string) => Promise<number | null>;
  createFolder: (parentId: number, name: string) => Promise<number>;
  /** Begins one upload of several files; its id. */
  createGroup: (folderId: number, title: string, files: number) => Promise<string>;
  ask: (conflicts: readonly Conflict[]) => Promise<Answer>;
  now: () => number;
}

export type Started = { uploads: NewUpload[]; skipped: number } | null;

/** Asks before anything is created: a cancelled question leaves the folder as it was. Null when cancelled. */
export async function startUpload(target: UploadTarget, chosen: Chosen, calls: StartCalls): Promise<Started> {
  if (target.replaces !== undefined) return startVersion(target, target.replaces, chosen, calls);
  const plan = planUpload(chosen.files, chosen.emptyFolders);
  const isLegal = ({ name }: PlannedFile) => nameProblem(name) === null;
  const legal = plan.files.filter(isLegal);
  const known = await existingFolders(target.nodeId, plan.folders, calls);
  const taken = await takenByPath(legal, known, calls);
  const interrupted = takeOutInterrupted(taken);
  const isTaken = (file: PlannedFile) => taken.get(file.path)?.has(nameKey(file.name)) ?? false;
  const conflicts = legal.flatMap((file): Conflict[] => {
    const { path, name } = file;
    if (file.duplicate) return [{ path, name, kind: 'duplicate', file: file.file, existing: null }];
    const existing = taken.get(path)?.get(nameKey(name)) ?? null;
    return existing === null ? [] : [{ path, name, kind: 'exists', file: file.file, existing }];
  });
  const answer = conflicts.length === 0 ? 'keepBoth' : await calls.ask(conflicts);
  if (answer === 'cancel') return null;
  for (const one of interrupted) await calls.endInterrupted(one);

  const kept = answer === 'skip' ? legal.filter((file) => !file.duplicate && !isTaken(file)) : legal;
  const replaced = new Map(answer === 'replace' ? conflicts.flatMap(replacedBy) : []);
  const replacing = kept.filter(({ file }) => replaced.has(file));
  const others = kept.filter(({ file }) => !replaced.has(file));
  const named = [...replacing, ...(await withFreeNames(others, taken, known, calls))];
  const refused = plan.files.filter((file) => !isLegal(file));
  const places = await makeFolders(target.nodeId, plan.folders, known, calls);
  const all = [...refused, ...named];
  const skipped = plan.files.length - all.length;
  if (all.length === 0) return { uploads: [], skipped };
  const groupTitle = titleOf(chosen.files, target.name);
  const groupId = await calls.createGroup(target.nodeId, groupTitle, all.length);
  const createdAt = calls.now();
  const top = onlyFolder(plan);
  const groupFolderId = top === null ? undefined : places.get(top);
  const uploads = all.map(({ file, path, name }) => {
    const parentId = places.get(path) ?? target.nodeId;
    const replaces = replaced.get(file);
    const upload = newUpload({
      ...{ groupId, groupTitle, appId: target.appId, parentId, name, size: file.size, createdAt },
      ...(replaces !== undefined && { replaces }),
      ...(groupFolderId !== undefined && { groupFolderId }),
    });
    return { file, upload: nameProblem(name) === null ? upload : failedByName(upload) };
  });
  return { uploads, skipped };
}

/** What a chosen file takes the place of; nothing if what has its name cannot be replaced. */
function replacedBy({ file, existing }: Conflict): [File, number][] {
  return existing?.mayReplace ? [[file, existing.nodeId]] : [];
}

/** One file becomes the new version of another, under the name of that. */
async function startVersion(
  { appId, nodeId: parentId }: UploadTarget,
  { nodeId: replaces, name }: NonNullable<UploadTarget['replaces']>,
  { files }: Chosen,
  calls: StartCalls,
): Promise<Started> {
  const file = files[0]?.file;
  if (file === undefined) return null;
  const groupId = await calls.createGroup(parentId, name, 1);
  const begun = { groupId, groupTitle: name, appId, parentId, replaces, name, size: file.size };
  return { uploads: [{ file, upload: newUpload({ ...begun, createdAt: calls.now() }) }], skipped: 0 };
}

/** The server would refuse it after all the others: it is asked about at once. */
function failedByName(upload: Upload): Upload {
  return { ...upload, state: 'failed', reason: 'name' };
}

/** Paths of the plan that are existing folders on the server; parents come before children in the plan. */
async function existingFolders(
  root: number,
  paths: readonly string[],
  calls: StartCalls,
): Promise<Map<string, number>> {
  const known = new Map([['', root]]);
  for (const path of paths) {
    const [parent, name] = splitPath(path);
    const parentId = known.get(parent);
    if (parentId === undefined) continue;
    const there = (await calls.takenNames(parentId, [name])).has(nameKey(name));
    const id = there ? await calls.findFolder(parentId, name) : null;
    if (id !== null) known.set(path, id);
  }
  return known;
}

async function takenByPath(files: readonly PlannedFile[], known: ReadonlyMap<string, number>, calls: StartCalls) {
  const taken = new Map<string, Taken>();
  const names = new Map<string, string[]>();
  for (const file of files) {
    const known = names.get(file.path);
    if (known) known.push(file.name);
    else names.set(file.path, [file.name]);
  }
  for (const [path, wanted] of names) {
    const id = known.get(path);
    taken.set(path, id === undefined ? new Map() : await calls.takenNames(id, wanted));
  }
  return taken;
}

/** Takes out the files of which only a part was sent, and tells their uploads: once these end, the names are free. */
function takeOutInterrupted(taken: Map<string, Taken>): ReadonlySet<string> {
  const interrupted = new Set<string>();
  for (const [path, names] of taken) {
    for (const { interruptedBy } of names.values()) if (interruptedBy !== undefined) interrupted.add(interruptedBy);
    taken.set(path, new Map([...names].filter(([, { interruptedBy }]) => interruptedBy === undefined)));
  }
  return interrupted;
}

/** The highest number that is tried for a name that exists already. */
const HIGHEST_NUMBER = 1024;

/**
 * Every file gets a name that is free in its folder and among the files of this upload. The server was only asked about
 * the names as they are, so it is asked about numbered ones too, about twice as many each time.
 */
async function withFreeNames(
  files: readonly PlannedFile[],
  taken: Map<string, Taken>,
  known: ReadonlyMap<string, number>,
  calls: StartCalls,
): Promise<PlannedFile[]> {
  let named = nameAll(files, taken);
  const asked = new Set<string>();
  for (let from = 2, to = 2; to <= HIGHEST_NUMBER; from = to + 1, to *= 2) {
    const renamed = files.filter((file, at) => named[at]?.name !== file.name);
    const candidates = renamed.flatMap((file) =>
      Array.from({ length: to - from + 1 }, (_, more) => ({ ...file, name: numberedName(file.name, from + more) })),
    );
    for (const [path, names] of await takenByPath(candidates, known, calls))
      taken.set(path, new Map([...(taken.get(path) ?? []), ...names]));
    for (const file of candidates) asked.add(placeKey(file));
    named = nameAll(files, taken);
    if (named.every((file, at) => file.name === files[at]?.name || asked.has(placeKey(file)))) return named;
  }
  return named;
}

function placeKey({ path, name }: PlannedFile): string {
  return nameKey(`${path}/${name}`);
}

function nameAll(files: readonly PlannedFile[], taken: ReadonlyMap<string, Taken>): PlannedFile[] {
  const used = new Map<string, Set<string>>();
  return files.map((file) => {
    const names = used.get(file.path) ?? new Set(taken.get(file.path)?.keys());
    used.set(file.path, names);
    const name = freeName(file.name, names);
    names.add(nameKey(name));
    return { ...file, name };
  });
}

async function makeFolders(
  root: number,
  paths: readonly string[],
  known: ReadonlyMap<string, number>,
  calls: StartCalls,
): Promise<Map<string, number>> {
  const places = new Map(known);
  for (const path of paths) {
    if (places.has(path)) continue;
    const [parent, name] = splitPath(path);
    places.set(path, await calls.createFolder(places.get(parent) ?? root, name));
  }
  return places;
}

function splitPath(path: string): [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)];
}
