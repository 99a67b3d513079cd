import { expect, it } from 'vitest';
import type { ActionGroup } from './action-groups';
import { unreadGroups } from './seen-groups';

const group = (id: string, finished: number, createdAt = 10, type = 'files_damaged'): ActionGroup => ({
  id,
  actions: Array.from({ length: 2 }, (_, index) => ({
    id: `${id}${index}`,
    groupId: id,
    title: '',
    text: '',
    type,
    icon: null,
    createdAt: 0,
    progress: 0,
    status: 'in_progress',
    nodeId: null,
    parentId: null,
    items: null,
    cancellable: false,
    ...{ done: null, failed: null, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
  })),
  header: 'in_progress',
  progress: 0,
  finished,
  failed: 0,
  createdAt,
});

it('unread_is_what_others_did_since_the_first_visit_and_was_not_shown', () => {
  const own = ['upload', 'move', 'delete'].map((type) => group(`own ${type}`, 2, 10, type));
  const groups = [group('running', 1), group('seen', 2), group('fresh', 2), group('of old', 2, 4), ...own];
  expect(unreadGroups(groups, { since: 5, ids: ['seen'] }).map((one) => one.id)).toEqual(['fresh']);
});
