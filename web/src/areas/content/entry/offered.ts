import type { ActionContext, EntryAction } from '../../../platform/registry/actions';
import type { Entry } from '../queries';

/**
 * The actions to offer for these entries; `allowed` is the server's list for a single one, null while it is unknown.
 */
export function offered(
  actions: readonly EntryAction[],
  entries: readonly Entry[],
  allowed: ReadonlySet<string> | null,
): EntryAction[] {
  return actions.filter((action) => {
    if (!action.fits(entries)) return false;
    return allowed === null || action.act === null || allowed.has(action.act);
  });
}

/** What Enter and double click do: the first fitting action that opens. */
export function openEntry(actions: readonly EntryAction[], entry: Entry, context: ActionContext): void {
  offered(actions, [entry], null)
    .find((action) => action.opens)
    ?.run([entry], context);
}
