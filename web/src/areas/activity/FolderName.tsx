import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import classes from './GroupHeader.module.css';

type Props = { appId: number; folderId: number; onLeave?: (() => void) | undefined };

/** The folder of an action, by its name, as the way there; nothing once its user does not see it any more. */
export function FolderName({ appId, folderId, onLeave }: Props) {
  const { t } = useTranslation('activity');
  const { data } = useQuery({
    ...query.queryOptions('get', '/api/app/{application_instance_id}/entry/{node_id}', {
      params: { path: { application_instance_id: appId, node_id: folderId } },
      headers: shownInPlace,
    }),
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <Link
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId: folderId }}
      className={classes['folder'] ?? ''}
      title={data.name}
      {...(onLeave && { onClick: onLeave })}
    >
      {t('inFolder', { name: data.name })}
    </Link>
  );
}
