import { IconLock } from '@tabler/icons-react';
import i18next from 'i18next';
import type { EntryAction } from '../../../platform/registry/actions';
import { isClosed } from '../move/may-move';
import { mayWrite, onOne } from './action-fits';

const changes = () => import('./entry-changes');

export const lockActions = (['lock', 'unlock'] as const).map(
  (key): EntryAction => ({
    key,
    order: 51,
    act: key,
    icon: IconLock,
    label: () => i18next.t(`actions.${key}`, { ns: 'content' }),
    shortcut: null,
    prefetch: changes,
    // Only a manager ends the lock of somebody else.
    fits: onOne(
      (entry) =>
        entry.node_type !== 'repository' &&
        entry.locked === (key === 'unlock') &&
        (entry.locked ? !isClosed(entry) || entry.role === 'manager' : mayWrite(entry)),
    ),
    run: ([entry], { appId, client }) => {
      if (entry) void changes().then(({ setLock }) => setLock(client, appId, entry, key));
    },
  }),
);
