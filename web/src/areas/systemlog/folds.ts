import type { LogEntry } from './use-log-words';

/** Equal entries that follow one another, newest first: the same act of the same person on things of one kind. */
export interface Fold {
  first: LogEntry;
  entries: readonly LogEntry[];
}

/** Two alone are no heap. */
const FEWEST = 3;

export function folded(entries: readonly LogEntry[], what: (entry: LogEntry) => string): Fold[] {
  const runs: LogEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run?.[0] && isAlike(run[0], entry, what)) run.push(entry);
    else runs.push([entry]);
  }
  const one = (entry: LogEntry): Fold => ({ first: entry, entries: [entry] });
  return runs.flatMap((run) => (run.length < FEWEST || !run[0] ? run.map(one) : { first: run[0], entries: run }));
}

function isAlike(one: LogEntry, other: LogEntry, what: (entry: LogEntry) => string): boolean {
  return what(one) === what(other) && one.users_id === other.users_id && one.object_kind === other.object_kind;
}
