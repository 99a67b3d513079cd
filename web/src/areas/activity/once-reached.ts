import { isAway, whenReached } from '../../platform/api/connection';

interface Waiting {
  start: () => Promise<void>;
  /** The server is away: it is tried again when it is back. */
  waits: () => void;
  /** Whether it is still wanted then. */
  goesOn: () => boolean;
}

async function startAgain(start: () => Promise<void>): Promise<void> {
  // An import tries again a script that did not come, but not its style sheets.
  const { renewStyles } = await import('../../platform/routing/failed-styles');
  await renewStyles();
  return start();
}

/** Starts something; while the server is away it waits. */
export async function onceReached({ start, waits, goesOn }: Waiting): Promise<void> {
  for (let attempt = start; ; attempt = () => startAgain(start)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(await isAway(error))) throw error;
    }
    waits();
    await whenReached();
    if (!goesOn()) return;
  }
}
