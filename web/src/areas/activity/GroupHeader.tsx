import { ActionIcon, Progress } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/i18n/moments';
import { selectedApp } from '../../platform/session/memory';
import { useSession } from '../../platform/session/use-session';
import { Hint } from '../../platform/ui/Hint';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import { isRunning, outcome } from './action';
import type { ActionGroup } from './action-groups';
import { breakLongWords } from './break-words';
import { FolderName } from './FolderName';
import classes from './GroupHeader.module.css';
import { GroupPicture } from './GroupPicture';
import { StatusLabel } from './StatusLabel';
import { actionDetail, groupTitle, toldTitle } from './status-words';
import type { ActionHandlers } from './use-actions';

interface Props {
  group: ActionGroup;
  handlers: ActionHandlers;
  /** Absent if the list of its actions is not shown. */
  open?: boolean;
  toggle?: () => void;
  onLeave?: () => void;
}

/** A group's title, state, progress and buttons. */
export function GroupHeader({ group, handlers, open, toggle, onLeave }: Props) {
  const { t, i18n } = useTranslation('activity');
  const session = useSession();
  const [first] = group.actions;
  const several = group.actions.length > 1;
  const running = group.actions.filter(isRunning);
  const cancellable = running.filter((action) => action.cancellable);
  const title = running.length > 0 ? groupTitle(group.actions, t) : toldTitle(group.actions, t);
  const untouched = group.finished === 0 && group.actions.every((action) => action.status === 'waiting');
  const status = untouched ? 'waiting' : several ? group.header : (first?.status ?? group.header);
  const appId = selectedApp('content');
  const folder = group.actions.find((action) => action.parentId !== null)?.parentId ?? null;
  const done = t('done', { done: group.finished - group.failed, count: group.actions.length });
  const failed = group.failed > 0 ? `, ${t('failed', { count: group.failed })}` : '';
  const detail = several || !first ? done + failed : actionDetail(first);
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
            <span aria-hidden={running.length > 0}>{detail}</span>
          </StatusLabel>
        </div>
        {running.length === 0 && session !== null && (
          <span className={classes['who']}>
            <PersonAvatar name={session.user.name} src={session.user.avatar_url ?? null} size={18} />
            <span className={classes['person']}>{session.user.name}</span>
            <time dateTime={new Date(group.createdAt * 1000).toISOString()}>
              {formatMoment(group.createdAt, i18n.language)}
            </time>
          </span>
        )}
        {folder !== null && appId !== null && <FolderName appId={appId} folderId={folder} onLeave={onLeave} />}
        {first?.text && <span className={classes['place']}>{first.text}</span>}
        {running.length > 0 && (
          <Progress
            value={group.progress}
            size={4}
            mt={4}
            aria-label={t('progress', { name: title })}
            transitionDuration={200}
          />
        )}
      </div>
      <div className={classes['tools']}>
        {cancellable.length > 0 && (
          <Hint label={several ? t('cancelAll') : t('cancel')}>
            <ActionIcon
              size={28}
              aria-label={t('cancelOne', { name: title })}
              onClick={() => handlers.cancel(cancellable)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Hint>
        )}
        {several && toggle && (
          <ActionIcon
            size={28}
            aria-label={open ? t('hideItems', { name: title }) : t('showItems', { name: title })}
            aria-expanded={open}
            onClick={toggle}
          >
            <IconChevronDown size={16} aria-hidden className={classes['chevron']} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}
