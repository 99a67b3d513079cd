import type { ActionContext } from '../../../platform/registry/actions';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import { RemoveLocked } from './RemoveLocked';
import { remove } from './removal';

/** Moves entries to the bin, at once unless somebody else has locked some of them. */
export function removeOrAsk(entries: readonly Entry[], { appId, client, open }: ActionContext): void {
  const run = () => remove(client, appId, entries);
  if (entries.some(isClosed)) open((close) => <RemoveLocked entries={entries} run={run} close={close} />);
  else void run();
}
