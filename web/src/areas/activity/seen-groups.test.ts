import { expect, it } from 'vitest';
import type { ActionGroup } from './action-groups';
import { unreadGroups } from './seen-groups';

const group = (id: string, finished: number): ActionGroup => ({
  id,
  actions: Array.from({ length: 2 }, (_, index) => ({
    id: `${id}${index}`,
    groupId: id,
    title: '',
    text: '',
    type: 'upload',
    icon: null,
    createdAt: 0,
    progress: 0,
    status: 'in_progress',
    nodeId: null,
    parentId: null,
    cancellable: false,
    local: null,
  })),
  header: 'in_progress',
  progress: 0,
  finished,
  failed: 0,
  createdAt: 0,
});

it('unread_is_what_ended_and_was_not_shown_since', () => {
  const groups = [group('running', 1), group('seen', 2), group('fresh', 2)];
  expect(unreadGroups(groups, new Set(['seen'])).map((one) => one.id)).toEqual(['fresh']);
});
