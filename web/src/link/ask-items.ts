import { legalName, nameProblem, trimmedName } from '../platform/uploads/names';
import type { AskingLink } from './answers';

/**
 * Why a file was not sent: it is too large for the server, or of a kind that the link does not take; the link takes no
 * more files, has no space for one so large, or one of both, where the server does not say which; it has a name that
 * no file can have; the link has ended; nothing is reached; or something else.
 */
export type Reason = 'too_large' | 'kind' | 'files' | 'bytes' | 'full' | 'name' | 'ended' | 'offline' | 'other';

/** A file that somebody has chosen, and how far it is. */
export interface Item {
  id: number;
  file: File;
  state: 'chosen' | 'sending' | 'sent' | 'failed';
  /** Bytes that have arrived. */
  sent: number;
  reason: Reason | null;
}

/** What may be sent, as the link was last heard of. */
export type Room = Pick<AskingLink, 'extensions' | 'files_left' | 'bytes_left' | 'max_file_bytes'>;

let last = 0;

function itemOf(file: File): Item {
  last += 1;
  return { id: last, file, state: 'chosen', sent: 0, reason: null };
}

/** Why no file can have its name; null if one can. */
export const nameProblemOf = ({ name }: File) => nameProblem(trimmedName(name));

const extensionOf = (name: string): string => (/.\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase();

/** Whether it can be tried again without another choice. */
export const mayBeTriedAgain = ({ state, reason }: Item): boolean =>
  state === 'failed' && (reason === 'offline' || reason === 'other');

/** The items with those that were added, each with what is wrong with it from the beginning. */
export function withFiles(items: readonly Item[], added: readonly File[], room: Room): Item[] {
  const known = new Set(items.filter(({ state }) => state !== 'failed').map(({ file }) => keyOf(file)));
  const fresh = added.filter((file) => {
    const isNew = !known.has(keyOf(file));
    known.add(keyOf(file));
    return isNew;
  });
  return judged([...items, ...fresh.map(itemOf)], room);
}

const keyOf = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`;

const mayFindRoom = (reason: Reason | null) => reason === 'files' || reason === 'bytes' || reason === 'full';

/** What was chosen is taken as far as there is room beside what was sent, in the order in which it was chosen. */
export function judged(items: readonly Item[], room: Room): Item[] {
  const taken = items.filter((item) => item.state === 'sent' || item.state === 'sending' || mayBeTriedAgain(item));
  let files = room.files_left - taken.length;
  let bytes = room.bytes_left - taken.reduce((sum, { file }) => sum + file.size, 0);
  return items.map((item) => {
    const isOpen = item.state === 'chosen' || (item.state === 'failed' && mayFindRoom(item.reason));
    if (!isOpen) return item;
    const reason = refusalOf(item.file, { ...room, files_left: files, bytes_left: bytes });
    if (reason !== null) return { ...item, state: 'failed', reason };
    files -= 1;
    bytes -= item.file.size;
    return { ...item, state: 'chosen', reason: null };
  });
}

function refusalOf(file: File, room: Room): Reason | null {
  const { name, size } = file;
  const isWrong = nameProblemOf(file) !== null;
  const extension = extensionOf(isWrong ? legalName(name) : name);
  if (room.extensions.length > 0 && !room.extensions.includes(extension)) return 'kind';
  if (size > room.max_file_bytes) return 'too_large';
  if (isWrong) return 'name';
  if (room.files_left < 1) return 'files';
  return size > room.bytes_left ? 'bytes' : null;
}

export function changed(items: readonly Item[], id: number, over: Partial<Item>): Item[] {
  return items.map((item) => (item.id === id ? { ...item, ...over } : item));
}

/** The items with one of them under the name that is offered for it. */
export function renamed(items: readonly Item[], id: number, room: Room): Item[] {
  const withName = ({ file }: Item): Partial<Item> => ({
    ...{ file: new File([file], legalName(file.name), file), state: 'chosen', reason: null },
  });
  return judged(
    items.map((item) => (item.id === id ? { ...item, ...withName(item) } : item)),
    room,
  );
}
