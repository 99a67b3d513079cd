import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconBell, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../platform/i18n/moments';
import { type Notice, type NoticeKind, placeOfEntry } from '../../../platform/registry/notices';
import { Hint } from '../../../platform/ui/Hint';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { breakLongWords } from '../break-words';
import { PreviewPicture } from '../PreviewPicture';
import classes from './NoticeRow.module.css';

interface Props {
  notice: Notice;
  /** Undefined if no area knows it: the server is newer than the page. */
  kind: NoticeKind | undefined;
  isNew: boolean;
  /** The node whose picture stands for the entry. */
  picture: number | undefined;
  remove: () => void;
  onLeave: () => void;
}

/** One notice: who did what, and when. A press leads there. */
export function NoticeRow({ notice, kind, isNew, picture, remove, onLeave }: Props) {
  const { t, i18n } = useTranslation('activity_notices');
  const { from, entry, about, told_at: at, times: count } = notice;
  const person = from?.name ?? t('somebody');
  const name = entry?.name ?? about?.title ?? '';
  const words = kind ? kind.words({ notice, person, name, count }) : t('other', { person, name });
  const Icon = kind?.icon ?? IconBell;
  return (
    <li className={classes['row']} data-notice={notice.notice_id} data-new={isNew || undefined}>
      <Way notice={notice} kind={kind} onLeave={onLeave}>
        <span className={classes['who']}>
          {from ? (
            <PersonAvatar name={from.name} src={from.avatar_url} size={36} />
          ) : (
            <span className={classes['nobody']} />
          )}
          <span className={classes['kind']}>
            <Icon size={from ? 12 : 18} stroke={1.8} aria-hidden />
          </span>
        </span>
        <span className={classes['words']}>
          <span className={classes['title']} dir="auto">
            {isNew && <VisuallyHidden>{t('isNew')} </VisuallyHidden>}
            {breakLongWords(words)}
          </span>
          {about?.text && (
            <span className={classes['text']} dir="auto">
              {about.text}
            </span>
          )}
          <time className={classes['when']} dateTime={new Date(at * 1000).toISOString()}>
            {formatMoment(at, i18n.language)}
          </time>
        </span>
        {picture !== undefined && (
          <span className={classes['picture']}>
            <PreviewPicture appId={notice.application_instance_id} nodeId={picture} />
          </span>
        )}
      </Way>
      <Hint label={t('remove')}>
        <ActionIcon
          size={28}
          className={classes['remove'] ?? ''}
          aria-label={t('removeOne', { words })}
          onClick={remove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Hint>
    </li>
  );
}

type WayProps = PropsWithChildren<Pick<Props, 'notice' | 'kind' | 'onLeave'>>;

/** The link of a notice; its words alone where it leads nowhere. */
function Way({ notice, kind, onLeave, children }: WayProps) {
  const place = kind ? kind.place(notice) : placeOfEntry(notice);
  if (place === null) return <div className={classes['way']}>{children}</div>;
  const { to, search = {}, hash } = place;
  return (
    <Link
      to={to}
      search={search}
      {...(hash !== undefined && { hash })}
      className={classes['way'] ?? ''}
      onClick={onLeave}
    >
      {children}
    </Link>
  );
}
