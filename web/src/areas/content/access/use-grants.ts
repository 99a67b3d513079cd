import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { accessChanged, type Grant, grantPath, type holderOf, type Role } from './grants';

export type Wanted = { holder: ReturnType<typeof holderOf>; role: Role; recursive: boolean };

/** A change that would remove the user's own access, waiting for confirmation. */
export type Waiting = { confirm: () => Promise<void>; cancel: () => void };

/** Gives and revokes access. A change that would remove the user's own access asks first; errors are shown. */
export function useGrants(nodeId: number) {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  const create = query.useMutation('post', grantPath);
  const remove = query.useMutation('delete', `${grantPath}/{grant_id}`);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  /** True if it was done. */
  async function attempt(act: (confirmed: boolean) => Promise<unknown>, confirmed = false): Promise<boolean> {
    setRefusal(null);
    try {
      await act(confirmed);
    } catch (error) {
      if (isProblem(error) && error.code === 'self_removal') {
        const cancel = () => setWaiting(null);
        setWaiting({
          cancel,
          confirm: async () => {
            await attempt(act, true);
            cancel();
          },
        });
      } else setRefusal(isProblem(error) ? error.message : t('error.failed'));
      return false;
    }
    await accessChanged(client);
    return true;
  }

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
