import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/i18n/moments';
import { useSession } from '../../platform/session/use-session';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import { FolderLink } from './FolderLink';
import classes from './GroupHeader.module.css';

interface Props {
  at: number;
  /** Whether the user did it. */
  isOwn: boolean;
  place: { appId: number; folderId: number; name: string } | null;
  onLeave: (() => void) | undefined;
}

/** Whose action it was and when, and the way to its folder. */
export function GroupWhen({ at, isOwn, place, onLeave }: Props) {
  const { i18n } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <span className={classes['who']}>
      {isOwn && <PersonAvatar name={session.user.name} src={session.user.avatar_url ?? null} size={18} />}
      <time dateTime={new Date(at * 1000).toISOString()}>{formatMoment(at, i18n.language)}</time>
      {place && <FolderLink {...place} onLeave={onLeave} />}
    </span>
  );
}
