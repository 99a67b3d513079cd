import { useState } from 'react';
import type { ActionGroup } from './action-groups';

const KEY = 'seen_action_groups';

/** Groups that ended and were not on the screen since. */
export function unreadGroups(groups: readonly ActionGroup[], seen: ReadonlySet<string>): ActionGroup[] {
  return groups.filter((group) => group.finished === group.actions.length && !seen.has(group.id));
}

/** What the bell has shown, remembered on this device; only ids that still exist are kept. */
export function useSeenGroups(): [ReadonlySet<string>, (groups: readonly ActionGroup[]) => void] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(stored);
  const see = (groups: readonly ActionGroup[]) => {
    const ended = groups.filter((group) => group.finished === group.actions.length).map((group) => group.id);
    localStorage.setItem(KEY, JSON.stringify(ended));
    setSeen(new Set(ended));
  };
  return [seen, see];
}

function stored(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.map(String) : []);
  } catch {
    return new Set();
  }
}
