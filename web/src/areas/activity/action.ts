/** One background action as the tray and the bell show it; it runs on the server or in this page. */
export interface Action {
  id: string;
  groupId: string;
  title: string;
  text: string;
  type: string;
  icon: string | null;
  createdAt: number;
  progress: number;
  status: string;
  nodeId: number | null;
  parentId: number | null;
  /** Of a move or a copy, the folder that the entries were in; null: several. */
  fromId: number | null;
  /** How many entries it is about; null: one. */
  items: number | null;
  cancellable: boolean;
  /** Once it has ended, with how many entries it is done, and with how many it could not be; null: it is about one. */
  done: number | null;
  failed: number | null;
  /** Until then it may be taken back, in seconds; null: it may not. */
  undoUntil: number | null;
  undone: boolean;
  /** Until then what failed may be tried again. */
  retryUntil: number | null;
  /** Another action has tried it again. */
  retried?: boolean;
  /** The action that it takes back. */
  undoes: string | null;
}

/** The outcome of a status; queue states are free text and shown unchanged. */
export type Outcome =
  | 'in_progress'
  | 'success'
  | 'error'
  | 'partial_error'
  | 'retried'
  | 'stopped'
  | 'interrupted'
  | 'generating_preview'
  | 'queued';

type Told = Pick<Action, 'status' | 'progress' | 'retried'> & Partial<Pick<Action, 'done'>>;

/**
 * Done counts as success, and an action that reached 100 % is a success. What failed and was tried again failed no more.
 * Of which nothing is done, not only some has failed.
 */
export function outcome(action: Told): Outcome {
  switch (action.status) {
    case 'success':
    case 'done':
      return 'success';
    case 'error':
    case 'partial_error':
      if (action.retried) return 'retried';
      return action.done === 0 ? 'error' : action.status;
    case 'stopped':
    case 'interrupted':
    case 'generating_preview':
      return action.status;
    case 'in_progress':
      return action.progress >= 100 ? 'success' : 'in_progress';
    default:
      return 'queued';
  }
}

export function isRunning(action: Pick<Action, 'status' | 'progress'>): boolean {
  const now = outcome(action);
  return now === 'in_progress' || now === 'queued';
}

/** Whether it runs, or waits for its owner to send the rest. */
export function isUnfinished(action: Told): boolean {
  return isRunning(action) || outcome(action) === 'interrupted';
}

/** Whether somebody else than the user did it, so that it is news to them. */
export function isNews(action: Pick<Action, 'type'>): boolean {
  return action.type === 'files_damaged';
}

export function canUndo(action: Pick<Action, 'undoUntil' | 'undone'>, now: number): boolean {
  return !action.undone && action.undoUntil !== null && now < action.undoUntil;
}

export function canRetry(action: Pick<Action, 'retryUntil'>, now: number): boolean {
  return action.retryUntil !== null && now < action.retryUntil;
}

/** It has made something, and that may be fetched. */
export function hasResult(action: Pick<Action, 'status' | 'progress'>): boolean {
  return ['success', 'partial_error'].includes(outcome(action));
}

/** What was done with many entries is stopped and told; any other action disappears when it is cancelled. */
export function staysWhenCancelled(action: Pick<Action, 'type'>): boolean {
  return ['move', 'rename', 'delete', 'restore', 'purge'].includes(action.type);
}
