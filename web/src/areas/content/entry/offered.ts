import type { ActionContext, EntryAction, WholeSelection } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import { asksFirst, mayWrite } from './action-fits';
import { whyHeldBack } from './not-for-all';

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

/** The actions to offer for these selected entries, or for the whole selection that they are a part of. */
export function offeredForSelection(
  actions: readonly EntryAction[],
  entries: readonly Entry[],
  { whole }: Pick<ActionContext, 'whole'>,
): EntryAction[] {
  if (whole === null || entries.length < 2) return offered(actions, entries, null);
  const onLoaded = whole.loaded ? withoutWhole(actions, entries, whole) : [];
  return actions.filter((action) =>
    action.runAll === undefined ? onLoaded.includes(action) : isInActs(action, whole),
  );
}

/** What would fit the selected entries, but cannot be done with so many, in this role, or before somebody agrees. */
export function heldBackForSelection(
  actions: readonly EntryAction[],
  entries: readonly Entry[],
  { whole }: Pick<ActionContext, 'whole'>,
): EntryAction[] {
  if (whole === null) return [...heldByAsking(actions, entries), ...heldByRole(actions, entries)];
  if (whole.loaded || entries.length < 2) return [];
  return withoutWhole(actions, entries, whole);
}

/** What could be done if nobody had to be asked for some of them, unless they are asked for together. */
function heldByAsking(actions: readonly EntryAction[], entries: readonly Entry[]): EntryAction[] {
  if (!asksFirst(entries)) return [];
  const now = offered(actions, entries, null);
  if (now.some(({ inPlaceOf }) => inPlaceOf === 'download')) return [];
  const free = entries.map((entry) => ({ ...entry, download_request: null }));
  return offered(actions, free, null).filter((action) => !now.includes(action));
}

/** Who adds and changes entries looks for the way to share them, which managers have alone. */
export function heldByRole(actions: readonly EntryAction[], entries: readonly Entry[]): EntryAction[] {
  if (!entries.some(({ role }) => role === 'writer') || !entries.every(mayWrite)) return [];
  const managed = entries.map((entry): Entry => ({ ...entry, role: 'manager' }));
  return actions.filter((action) => action.key === 'share' && !action.fits(entries) && action.fits(managed));
}

/** What is done entry by entry, and so needs them in the list. */
function withoutWhole(actions: readonly EntryAction[], entries: readonly Entry[], whole: WholeSelection) {
  return offered(actions, entries, null).filter((action) => action.runAll === undefined && isInActs(action, whole));
}

/** The server lists it for some of them, or it needs no right beyond seeing them. */
function isInActs({ act }: EntryAction, whole: WholeSelection): boolean {
  return act === null || (whole.acts.get(act) ?? 0) > 0;
}

/** Runs an action, or says why it cannot be done with these. */
export function runOnSelection(action: EntryAction, entries: readonly Entry[], context: ActionContext): void {
  const { whole } = context;
  const waits = whole === null && heldBackForSelection([action], entries, context).length > 0;
  if (waits) notify.info(whyHeldBack(action, whole));
  else if (whole === null || entries.length < 2) action.run(entries, context);
  else if (action.runAll !== undefined) action.runAll(whole, context, entries);
  else if (whole.loaded) action.run(entries, context);
  else notify.info(whyHeldBack(action, whole));
}

/** What a swipe of a row does: the first fitting action of that side. */
export function swiped(actions: readonly EntryAction[], entry: Entry, side: 'left' | 'right'): EntryAction | null {
  return offered(actions, [entry], null).find((action) => action.swipe === side) ?? null;
}

/** What Enter and double click do: the first fitting action that opens. Of what others have locked they say so. */
export function openEntry(actions: readonly EntryAction[], entry: Entry, context: ActionContext): void {
  const opens = offered(actions, [entry], null).find((action) => action.opens);
  if (opens) opens.run([entry], context);
  else if (isClosed(entry)) void import('./say-lock').then(({ sayLock }) => sayLock(entry));
}
