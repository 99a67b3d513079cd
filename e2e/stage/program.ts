import { fileURLToPath } from 'node:url';

/** The server under test: the one that `make run` builds, unless JOURNEYS_PROGRAM names another. */
export const program =
  process.env.JOURNEYS_PROGRAM ?? fileURLToPath(new URL('../../target/debug/vitrine', import.meta.url));
