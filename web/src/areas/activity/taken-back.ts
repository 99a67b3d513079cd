import { type Action, isRunning, outcome } from './action';

/** How it went to take actions back: it goes on, or they all are, some of them, or none. */
export type TakenBack = 'going_on' | 'all' | 'some' | 'none';

/** `undoing`: the last tries to take back each of the actions; one that is not known any more has done it. */
export function takenBack(undoing: readonly (Action | undefined)[]): TakenBack {
  if (undoing.some((one) => one && isRunning(one))) return 'going_on';
  const results = undoing.map(result);
  const [first] = results;
  return first !== undefined && results.every((one) => one === first) ? first : 'some';
}

function result(undoing: Action | undefined): 'all' | 'some' | 'none' {
  if (!undoing || outcome(undoing) === 'success') return 'all';
  return (undoing.done ?? 0) > 0 ? 'some' : 'none';
}

/** The last try to take an action back, of all actions, newest first. */
export function tryOf(action: Pick<Action, 'id'>, all: readonly Action[]): Action | undefined {
  return all.find((one) => one.undoes === action.id);
}
