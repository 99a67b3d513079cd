import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './GroupHeader.module.css';

type Props = { appId: number; folderId: number; name: string; onLeave?: (() => void) | undefined };

/** The way to the folder of an action. */
export function FolderLink({ appId, folderId, name, onLeave }: Props) {
  const { t } = useTranslation('activity_tray');
  return (
    <Link
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId: folderId }}
      className={classes['folder'] ?? ''}
      title={name}
      {...(onLeave && { onClick: onLeave })}
    >
      {t('openFolder')}
    </Link>
  );
}
