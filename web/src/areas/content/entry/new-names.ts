import { nameProblem, splitName, trimmedName } from '../../../platform/uploads/names';
import type { Entry } from '../queries';

/** How new names are made of the old ones. */
export interface NamePattern {
  /** What all are called, with `{n}` for the number; empty: what they are called now. */
  base: string;
  start: number;
  digits: number;
  find: string;
  replace: string;
  matchCase: boolean;
  letters: 'kept' | 'lower' | 'upper' | 'words';
  prefix: string;
  suffix: string;
  /** All of this is done with the extension, too. */
  withExtension: boolean;
}

export const NO_PATTERN: NamePattern = {
  ...{ base: '', start: 1, digits: 1, find: '', replace: '', matchCase: false },
  ...{ letters: 'kept', prefix: '', suffix: '', withExtension: false },
};

type Named = Pick<Entry, 'node_id' | 'parent_id' | 'node_type' | 'name'>;

/** What becomes of an entry: it keeps its name, gets one, or cannot have it, because it is none or another entry has it. */
export interface NewName {
  entry: Named;
  name: string;
  state: 'same' | 'new' | 'invalid' | 'taken';
}

/** The name of the entry that stands at this place in the selection. */
export function newName(
  { name, node_type }: Pick<Named, 'name' | 'node_type'>,
  at: number,
  pattern: NamePattern,
): string {
  const whole = pattern.withExtension || node_type !== 'file';
  const [stem, extension] = whole ? [name, ''] : splitName(name);
  const number = String(pattern.start + at).padStart(pattern.digits, '0');
  const called = pattern.base === '' ? stem : pattern.base.replaceAll('{n}', () => number);
  const part = withLetters(replaced(called, pattern), pattern.letters);
  return trimmedName(pattern.prefix + part + pattern.suffix + extension);
}

function replaced(text: string, { find, replace, matchCase }: NamePattern): string {
  if (find === '') return text;
  const literal = find.normalize('NFC').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.normalize('NFC').replace(new RegExp(literal, matchCase ? 'gu' : 'giu'), () => replace);
}

const WORD = /[\p{L}\p{M}\p{N}'’]+/gu;

function withLetters(text: string, letters: NamePattern['letters']): string {
  if (letters === 'lower') return text.toLowerCase();
  if (letters === 'upper') return text.toUpperCase();
  if (letters === 'kept') return text;
  return text.replace(WORD, (word) => {
    const [first = '', ...rest] = word;
    return first.toUpperCase() + rest.join('').toLowerCase();
  });
}

/** Two entries of a folder may not share this. */
const keyOf = (folder: number | null, name: string) => `${folder}/${name.toLowerCase().normalize('NFC')}`;

/** Names that entries of a folder have, as the server was asked. */
export type Taken = ReadonlyMap<number, readonly { name: string; node_id: number }[]>;

/** What all of them would be called. Of several that would share a name, the first one gets it. */
export function newNames(entries: readonly Named[], pattern: NamePattern, taken: Taken = new Map()): NewName[] {
  const plans = entries.map((entry, at): NewName => {
    const name = newName(entry, at, pattern);
    if (name === entry.name) return { entry, name, state: 'same' };
    return { entry, name, state: nameProblem(name) === null ? 'new' : 'invalid' };
  });
  const leaving = new Set(plans.flatMap(({ entry, state }) => (state === 'new' ? [entry.node_id] : [])));
  const held = new Set<string>();
  for (const [folder, found] of taken)
    for (const { name, node_id } of found) if (!leaving.has(node_id)) held.add(keyOf(folder, name));
  for (const { entry, state } of plans)
    if (state === 'same' || state === 'invalid') held.add(keyOf(entry.parent_id, entry.name));
  return plans.map((plan) => {
    if (plan.state !== 'new') return plan;
    const key = keyOf(plan.entry.parent_id, plan.name);
    if (held.has(key)) return { ...plan, state: 'taken' };
    held.add(key);
    return plan;
  });
}

/** The new names that the server is asked about, by folder. */
export function askedNames(names: readonly NewName[]): ReadonlyMap<number, readonly string[]> {
  const asked = new Map<number, string[]>();
  for (const { entry, name, state } of names) {
    if (entry.parent_id === null || state === 'same' || state === 'invalid') continue;
    asked.set(entry.parent_id, [...(asked.get(entry.parent_id) ?? []), name]);
  }
  return asked;
}
