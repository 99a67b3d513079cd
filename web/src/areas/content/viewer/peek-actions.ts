import type { EntryAction } from '../../../platform/registry/actions';
import { offered } from '../entry/offered';
import type { Entry } from '../queries';

/** From left to right; of several in one place, the first that is offered. */
const PLACES: readonly (readonly string[])[] = [['download'], ['favourite'], ['classify'], ['information']];

/** What the low sheet of a phone offers for a file beside sharing it. */
export function peekActions(actions: readonly EntryAction[], file: Entry): EntryAction[] {
  const offers = new Map(offered(actions, [file], null).map((action) => [action.inPlaceOf ?? action.key, action]));
  return PLACES.flatMap((keys) => keys.flatMap((key) => offers.get(key) ?? []).slice(0, 1));
}
