/** The background actions that the tray lists at the moment: no banner repeats what it says of them. */
let listed: ReadonlySet<string> = new Set();
/** Those of them that it offers to take back. */
let undoable: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export function listActions(ids: readonly string[], undoableIds: readonly string[]): void {
  listed = new Set(ids);
  undoable = new Set(undoableIds);
  for (const listener of listeners) listener();
}

/** Whether it lists all of these. */
export function isListed(ids: readonly string[] = []): boolean {
  return areAllIn(listed, ids);
}

/** Whether it offers to take all of these back. */
export function isUndoable(ids: readonly string[] = []): boolean {
  return areAllIn(undoable, ids);
}

const areAllIn = (known: ReadonlySet<string>, ids: readonly string[]) =>
  ids.length > 0 && ids.every((id) => known.has(id));

/** Calls this whenever the tray lists others. */
export function whenListed(listener: () => void): void {
  listeners.add(listener);
}
