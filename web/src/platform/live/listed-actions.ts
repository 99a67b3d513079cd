/** The background actions that the tray lists at the moment: no banner repeats what it says of them. */
let listed: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export function listActions(ids: readonly string[]): void {
  listed = new Set(ids);
  for (const listener of listeners) listener();
}

/** Whether it lists all of these. */
export function isListed(ids: readonly string[] = []): boolean {
  return ids.length > 0 && ids.every((id) => listed.has(id));
}

/** Calls this whenever the tray lists others. */
export function whenListed(listener: () => void): void {
  listeners.add(listener);
}
