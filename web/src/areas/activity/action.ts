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
  /** How many entries it is about; null: one. */
  items: number | null;
  cancellable: boolean;
}

/** The outcome of a status; queue states are free text and shown unchanged. */
export type Outcome = 'in_progress' | 'success' | 'error' | 'partial_error' | 'generating_preview' | 'queued';

/** Done counts as success, and an action that reached 100 % is a success. */
export function outcome(action: Pick<Action, 'status' | 'progress'>): Outcome {
  switch (action.status) {
    case 'success':
    case 'done':
      return 'success';
    case 'error':
    case 'partial_error':
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
