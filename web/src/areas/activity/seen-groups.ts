import { useState } from 'react';
import { isNews } from './action';
import type { ActionGroup } from './action-groups';

const KEY = 'seen_action_groups';

/** The groups that the bell has shown on this device, and when it began: older groups are not news. */
export interface Seen {
  since: number;
  ids: readonly string[];
}

/** Groups that ended and were not shown since. What the user did is no news to them. */
export function unreadGroups(groups: readonly ActionGroup[], { since, ids }: Seen): ActionGroup[] {
  const isNew = (group: ActionGroup) => group.createdAt >= since && !ids.includes(group.id);
  return groups.filter((group) => group.actions.some(isNews) && hasEnded(group) && isNew(group));
}

/** Only existing ids are kept, so that the memory does not grow. */
export function useSeenGroups(): [Seen, (groups: readonly ActionGroup[]) => void] {
  const [seen, setSeen] = useState<Seen>(stored);
  const see = (groups: readonly ActionGroup[]) => {
    const ids = groups.filter(hasEnded).map((group) => group.id);
    setSeen(keep({ since: seen.since, ids }));
  };
  return [seen, see];
}

function hasEnded(group: ActionGroup): boolean {
  return group.finished === group.actions.length;
}

function stored(): Seen {
  try {
    const seen: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
    if (isSeen(seen)) return seen;
  } catch {
    // The first visit, or data of another format: begin now.
  }
  return keep({ since: Math.floor(Date.now() / 1000), ids: [] });
}

function isSeen(value: unknown): value is Seen {
  return (
    typeof value === 'object' &&
    value !== null &&
    'since' in value &&
    typeof value.since === 'number' &&
    'ids' in value &&
    Array.isArray(value.ids)
  );
}

function keep(seen: Seen): Seen {
  localStorage.setItem(KEY, JSON.stringify(seen));
  return seen;
}
