import type { ActionContext, WholeSelection } from '../../../platform/registry/actions';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import { RemoveLocked } from './RemoveLocked';
import { remove, removeAll } from './removal';

/** Moves entries to the bin, at once unless somebody else has locked some of them. */
export function removeOrAsk(entries: readonly Entry[], { appId, client, open }: ActionContext): void {
  runOrAsk(open, { entries, count: entries.length, run: () => remove(client, appId, entries) });
}

/** The same with everything that is selected; whether the rest of it is locked, the list does not know. */
export function removeAllOrAsk(
  whole: WholeSelection,
  { appId, client, open }: ActionContext,
  loaded: readonly Entry[],
): void {
  runOrAsk(open, { entries: loaded, count: whole.count, run: () => removeAll(client, appId, whole) });
}

interface Removal {
  entries: readonly Entry[];
  count: number;
  run: () => Promise<void>;
}

function runOrAsk(open: ActionContext['open'], removal: Removal): void {
  if (removal.entries.some(isClosed)) open((close) => <RemoveLocked {...removal} close={close} />);
  else void removal.run();
}
