import type { Moved } from './moved-entries';

let cut: { appId: number; moved: Moved } | null = null;

/** Keeps what was cut until it is pasted; null: nothing is. */
export function cutEntries(what: { appId: number; moved: Moved } | null): void {
  cut = what;
}

export const hasCut = () => cut !== null;

/** What was cut in this library. */
export const cutIn = (appId: number): Moved | null => (cut?.appId === appId ? cut.moved : null);
