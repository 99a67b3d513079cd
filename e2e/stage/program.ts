import { fileURLToPath } from 'node:url';

/** The server that the journeys drive: the one `make run` builds, unless VITRINE_PROGRAM names another. */
export const program =
  process.env.VITRINE_PROGRAM ?? fileURLToPath(new URL('../../target/debug/vitrine', import.meta.url));
