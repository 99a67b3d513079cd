import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { selectedApp } from '../../platform/session/memory';
import { isNews, isRunning, outcome } from './action';
import type { ActionGroup } from './action-groups';
import { breakLongWords } from './break-words';
import { FollowUps } from './FollowUps';
import classes from './GroupHeader.module.css';
import { GroupPicture } from './GroupPicture';
import { GroupTools } from './GroupTools';
import { GroupWhen } from './GroupWhen';
import { StatusLabel } from './StatusLabel';
import { sentence } from './sentences';
import { actionDetail } from './status-words';
import type { ActionHandlers } from './use-actions';
import { usePlaceNames } from './use-place-names';

interface Props {
  group: ActionGroup;
  handlers: ActionHandlers;
  /** Absent if the list of its actions is not shown. */
  open?: boolean;
  toggle?: () => void;
  onLeave?: () => void;
}

/** What a group says, its state, progress and buttons. */
export function GroupHeader({ group, handlers, open, toggle, onLeave }: Props) {
  const { t } = useTranslation('activity_tray');
  const [first] = group.actions;
  const several = group.actions.length > 1;
  const isGoingOn = group.actions.some(isRunning);
  const appId = selectedApp('content');
  const { folderId, folder, from } = usePlaceNames(appId, group.actions);
  const title = sentence(group.actions, t, { folder, from });
  const untouched = group.finished === 0 && group.actions.every((action) => action.status === 'waiting');
  const status = untouched ? 'waiting' : several ? group.header : (first?.status ?? group.header);
  const done = t('done', { done: group.finished - group.failed, count: group.actions.length });
  const failed = group.failed > 0 ? `, ${t('failed', { count: group.failed })}` : '';
  const detail = several || !first ? done + failed : actionDetail(first, t);
  const isNewsOfOthers = group.actions.some(isNews);
  // Of a new name, the text is the former one.
  const text = first === undefined || first.type === 'rename' ? '' : first.text;
  const more = isNewsOfOthers ? t('damaged.more') : text;
  return (
    <div className={classes['header']}>
      <GroupPicture appId={appId} action={first} />
      <div className={classes['words']}>
        <span className={classes['title']} title={title} dir="auto">
          {breakLongWords(title)}
        </span>
        <div role="status" aria-live="polite" className={classes['status']}>
          <StatusLabel
            outcome={untouched ? 'queued' : several || !first ? group.header : outcome(first)}
            status={status}
          >
            {/* The numbers change all the time: only the state itself is announced. */}
            <span aria-hidden={isGoingOn}>{detail}</span>
          </StatusLabel>
        </div>
        {!isGoingOn && (
          <GroupWhen
            at={group.createdAt}
            isOwn={!isNewsOfOthers}
            place={appId !== null && folderId !== null && folder !== null ? { appId, folderId, name: folder } : null}
            onLeave={onLeave}
          />
        )}
        {more !== '' && <span className={classes['place']}>{more}</span>}
        <FollowUps appId={appId} actions={group.actions} title={title} handlers={handlers} />
        {isGoingOn && (
          <Progress
            value={group.progress}
            size={4}
            mt={4}
            aria-label={t('progress', { name: title })}
            transitionDuration={200}
          />
        )}
      </div>
      <GroupTools group={group} title={title} handlers={handlers} open={open} toggle={toggle} />
    </div>
  );
}
