import { type Action, isRunning, type Outcome, outcome } from './action';

export interface ActionGroup {
  id: string;
  actions: Action[];
  header: Outcome;
  progress: number;
  finished: number;
  failed: number;
  createdAt: number;
}

/** In progress if any is; partial if some failed; error if all failed; success if all went well. */
export function headerOf(actions: readonly Action[]): Outcome {
  const outcomes = actions.map(outcome);
  if (outcomes.some((one) => one === 'in_progress' || one === 'queued')) return 'in_progress';
  if (outcomes.length > 0 && outcomes.every((one) => one === 'error')) return 'error';
  if (outcomes.some((one) => one === 'error' || one === 'partial_error')) return 'partial_error';
  if (outcomes.some((one) => one === 'interrupted')) return 'interrupted';
  if (outcomes.some((one) => one === 'stopped')) return 'stopped';
  if (outcomes.length > 0 && outcomes.every((one) => one === 'retried')) return 'retried';
  if (outcomes.some((one) => one === 'generating_preview')) return 'generating_preview';
  return 'success';
}

/** The progress of the whole group: an ended action counts as complete, whatever its result. */
export function aggregatePercent(actions: readonly Action[]): number {
  if (actions.length === 0) return 0;
  const sum = actions.reduce((total, one) => total + (isRunning(one) ? one.progress : 100), 0);
  const percent = Math.floor(sum / actions.length);
  return percent >= 100 && actions.some(isRunning) ? 99 : percent;
}

/** Groups in order of their newest action, newest first; inside a group the order given. */
export function groupActions(actions: readonly Action[]): ActionGroup[] {
  const byGroup = new Map<string, Action[]>();
  for (const action of actions) {
    const known = byGroup.get(action.groupId);
    if (known) known.push(action);
    else byGroup.set(action.groupId, [action]);
  }
  const groups = [...byGroup].map(([id, members]) => groupOf(id, members));
  return groups.sort((a, b) => b.createdAt - a.createdAt);
}

function groupOf(id: string, members: Action[]): ActionGroup {
  return {
    id,
    actions: members,
    header: headerOf(members),
    progress: aggregatePercent(members),
    finished: members.filter((one) => !isRunning(one)).length,
    failed: members.filter((one) => outcome(one) === 'error').length,
    createdAt: members.reduce((newest, one) => Math.max(newest, one.createdAt), 0),
  };
}

/** What a person did one after the other within this time is told as one. */
const TOGETHER_SECONDS = 600;

/** Groups that ended well and say the same of the same folder, one right after the other, as one group. */
export function foldAlike(groups: readonly ActionGroup[]): ActionGroup[] {
  const folded: ActionGroup[] = [];
  for (const group of groups) {
    const last = folded.at(-1);
    if (last && isAlike(last, group)) folded[folded.length - 1] = groupOf(last.id, [...last.actions, ...group.actions]);
    else folded.push(group);
  }
  return folded;
}

function isAlike(later: ActionGroup, earlier: ActionGroup): boolean {
  const [first] = later.actions;
  const oldest = later.actions.reduce((least, one) => Math.min(least, one.createdAt), later.createdAt);
  return (
    first !== undefined &&
    later.header === 'success' &&
    earlier.header === 'success' &&
    oldest - earlier.createdAt <= TOGETHER_SECONDS &&
    [...later.actions, ...earlier.actions].every(
      (one) =>
        one.type === first.type &&
        one.parentId === first.parentId &&
        one.parentId !== null &&
        one.undone === first.undone &&
        one.undoes === null,
    )
  );
}

/** Failed actions need attention, so they come first. */
export function failedFirst(actions: readonly Action[]): Action[] {
  const failed = actions.filter((one) => outcome(one) === 'error');
  return [...failed, ...actions.filter((one) => outcome(one) !== 'error')];
}

/** Clearing removes all but what still runs. */
export function afterClearing(actions: readonly Action[]): Action[] {
  return actions.filter(isRunning);
}
