import type { Words } from './words';

type Dictionary = Readonly<Record<string, Words>>;

/** Acts of one subject; several areas may add to a subject. */
interface ActWords {
  subject: string;
  /** The subject's title; one of the areas gives it. */
  title?: Words;
  /** The place in the list of all acts, ascending. */
  order: number;
  /** By the id of the operation, or the name of a command of the server. */
  acts: Dictionary;
}

interface KindWords {
  kind: string;
  order: number;
  label: Words;
}

/** Folders or names: of a move or a new name, what was before and what is after. */
export interface Between {
  from: string;
  to: string;
}

type Sentence = (between: Between) => string;

/** How the log words what an area's operations record; what has no words is shown by its name. */
export interface LogWords {
  acts?: readonly ActWords[];
  /** Of acts that lead from one folder or name to another, by their ids. */
  between?: Readonly<Record<string, Sentence>>;
  /** Kinds of objects, in ascending order. */
  kinds?: readonly KindWords[];
  fields?: Dictionary;
  /** Values that are words of the server, by "field value". */
  values?: Dictionary;
  /** Fields that are true or false; elsewhere "true" may be a user's text. */
  yesOrNo?: readonly string[];
  /** Fields that are seconds since 1970. */
  moments?: readonly string[];
  /** Fields that are numbers of bytes. */
  sizes?: readonly string[];
  /** Fields that name something to programs alone, ids and hashes: the log has them, and what is told beside an entry has not. */
  technical?: readonly string[];
}

interface SubjectWords {
  subject: string;
  title: Words;
  acts: ReadonlyMap<string, Words>;
}

export interface AllLogWords {
  subjects: readonly SubjectWords[];
  act: (key: string) => Words | undefined;
  between: ReadonlyMap<string, Sentence>;
  kinds: ReadonlyMap<string, Words>;
  fields: ReadonlyMap<string, Words>;
  values: ReadonlyMap<string, Words>;
  yesOrNo: ReadonlySet<string>;
  moments: ReadonlySet<string>;
  sizes: ReadonlySet<string>;
  technical: ReadonlySet<string>;
}

type Part = 'fields' | 'values';

function merged(all: readonly LogWords[], part: Part): ReadonlyMap<string, Words> {
  return new Map(all.flatMap((words) => Object.entries(words[part] ?? {})));
}

/** The words of all areas in one. */
export function allLogWords(all: readonly LogWords[]): AllLogWords {
  const parts = all.flatMap((words) => words.acts ?? []).sort((one, other) => one.order - other.order);
  const kinds = all.flatMap((words) => words.kinds ?? []).sort((one, other) => one.order - other.order);
  const subjects = [...new Set(parts.map((part) => part.subject))].map((subject) => {
    const own = parts.filter((part) => part.subject === subject);
    const title = own.find((part) => part.title !== undefined)?.title ?? (() => subject);
    return { subject, title, acts: new Map(own.flatMap((part) => Object.entries(part.acts))) };
  });
  return {
    subjects,
    act: (key) => subjects.find(({ acts }) => acts.has(key))?.acts.get(key),
    between: new Map(all.flatMap((words) => Object.entries(words.between ?? {}))),
    kinds: new Map(kinds.map(({ kind, label }) => [kind, label])),
    fields: merged(all, 'fields'),
    values: merged(all, 'values'),
    yesOrNo: new Set(all.flatMap((words) => words.yesOrNo ?? [])),
    moments: new Set(all.flatMap((words) => words.moments ?? [])),
    sizes: new Set(all.flatMap((words) => words.sizes ?? [])),
    technical: new Set(all.flatMap((words) => words.technical ?? [])),
  };
}
