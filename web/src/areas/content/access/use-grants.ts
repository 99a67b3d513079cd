import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { type Grant, grantPath, type holderOf, type Role } from './grants';
import { useAccessChange } from './use-access-change';

export type Wanted = { holder: ReturnType<typeof holderOf>; role: Role; recursive: boolean };

/** Gives and revokes access to a node. */
export function useGrants(nodeId: number) {
  const create = query.useMutation('post', grantPath);
  const remove = query.useMutation('delete', `${grantPath}/{grant_id}`);
  const { attempt, waiting, refusal } = useAccessChange();

  const give = ({ holder, role, recursive }: Wanted) =>
    attempt((confirmed) =>
      create.mutateAsync({
        body: { node_id: nodeId, ...holder, role, recursive, confirm_self_removal: confirmed },
        headers: shownInPlace,
      }),
    );
  const take = (grant: Grant) =>
    attempt((confirmed) =>
      remove.mutateAsync({
        params: { path: { grant_id: grant.grant_id }, query: { confirm_self_removal: confirmed } },
        headers: shownInPlace,
      }),
    );
  return { give, take, waiting, refusal, busy: create.isPending || remove.isPending };
}
