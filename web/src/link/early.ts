import type { Early } from './LinkPage';
import { findLink, listEntries } from './link-api';
import { placeAt } from './place';

/** The end of the address of a link that asks for files: it has nothing to show. */
const ASKS = '#send';

/** Asks for the link and its entries at once: most links have no password. */
export function askEarly(): Early {
  const entries = location.hash === ASKS ? null : listEntries(placeAt(location).folder, null);
  const early = { link: findLink(), entries };
  // Who waits for them says what has failed.
  for (const asked of Object.values(early)) asked?.catch(() => undefined);
  return early;
}
