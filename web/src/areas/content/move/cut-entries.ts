import type { Moved, Way } from './moved-entries';

interface Kept {
  appId: number;
  moved: Moved;
  /** Whether it was cut or copied. */
  way: Way;
}

let kept: Kept | null = null;

/** Keeps what was cut or copied until it is pasted; null: nothing is. */
export function keepEntries(what: Kept | null): void {
  kept = what;
}

export const hasKept = () => kept !== null;

/** What was cut or copied in this library. */
export const keptIn = (appId: number): Kept | null => (kept?.appId === appId ? kept : null);
