import { isAway, whenReached } from '../../platform/api/connection';

interface Waiting {
  start: () => Promise<void>;
  /** The server is away: it is tried again when it is back. */
  waits: () => void;
  /** Whether it is still wanted then. */
  goesOn: () => boolean;
}

/** Starts something; while the server is away it waits. */
export async function onceReached({ start, waits, goesOn }: Waiting): Promise<void> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!(await isAway(error))) throw error;
    }
    waits();
    await whenReached();
    if (!goesOn()) return;
  }
}
