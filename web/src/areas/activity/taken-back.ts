import { type Action, isRunning, outcome } from './action';

/** All tries to take an action back, the last one first. Each goes on with what failed of the one before. */
export type Tries = readonly Action[];

/** How it went to take actions back: it goes on, or they all are, some of them, or none. */
export type TakenBack = 'going_on' | 'all' | 'some' | 'none';

/** `undoing`: the tries of each of the actions; one whose tries are not known any more is taken back. */
export function takenBack(undoing: readonly Tries[]): TakenBack {
  if (undoing.some((tries) => tries.some(isRunning))) return 'going_on';
  const results = undoing.map(result);
  const [first] = results;
  return first !== undefined && results.every((one) => one === first) ? first : 'some';
}

/** What one try has taken back, the next one does not try: they count together. */
function result(tries: Tries): 'all' | 'some' | 'none' {
  const first = tries.at(-1);
  const done = tries.reduce((sum, one) => sum + doneBy(one), 0);
  if (first === undefined || done >= entriesOf(first)) return 'all';
  return done > 0 ? 'some' : 'none';
}

function doneBy(undoing: Action): number {
  return undoing.done ?? (outcome(undoing) === 'success' ? entriesOf(undoing) : 0);
}

function entriesOf({ items }: Action): number {
  return items ?? 1;
}

/** The tries to take an action back, of all actions, newest first. */
export function triesOf(action: Pick<Action, 'id'>, all: readonly Action[]): Tries {
  return all.filter((one) => one.undoes === action.id);
}
