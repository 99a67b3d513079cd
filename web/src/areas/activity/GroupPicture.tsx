import { useQuery } from '@tanstack/react-query';
import { query } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import { type Action, isUnfinished } from './action';
import { actionIcon } from './action-icon';
import classes from './GroupPicture.module.css';
import { PreviewPicture } from './PreviewPicture';

/**
 * What an action was about: the picture of its file, or of its folder the one that its card shows; otherwise what kind
 * it is. While it is unfinished, its folder shows only other files.
 */
export function GroupPicture({ appId, action }: { appId: number | null; action: Action | undefined }) {
  const Icon = actionIcon(action?.type ?? 'other');
  const pictured = appId !== null && action !== undefined && !isUnfinished(action) && action.type !== 'delete';
  const nodeId = action?.nodeId ?? action?.parentId ?? null;
  return (
    <span className={classes['frame']}>
      <Icon size={18} stroke={1.7} aria-hidden />
      {pictured && nodeId !== null && <KnownPicture appId={appId} nodeId={nodeId} />}
    </span>
  );
}

/**
 * Over the sign of the action, which stays where there is no picture. Only a picture that there is now is asked for: what
 * the action was about may be gone.
 */
function KnownPicture({ appId, nodeId }: { appId: number; nodeId: number }) {
  const { data, isFetchedAfterMount } = useQuery({
    ...query.queryOptions('get', '/api/app/{application_instance_id}/rendition/covers', {
      params: { path: { application_instance_id: appId }, query: { node_ids: String(nodeId), pictures: 1 } },
      headers: shownInPlace,
    }),
    staleTime: 0,
    retry: false,
  });
  const shown = isFetchedAfterMount ? data?.items[0]?.pictures[0]?.node_id : undefined;
  return shown === undefined ? null : <PreviewPicture appId={appId} nodeId={shown} />;
}
