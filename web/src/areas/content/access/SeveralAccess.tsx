import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { notify } from '../../../platform/ui/notify';
import classes from './AccessEditor.module.css';
import { AddAccess } from './AddAccess';
import { type AccessNode, mostAtOnce, severalPath } from './grants';
import { SelfRemovalQuestion } from './SelfRemovalQuestion';
import { useAccessChange } from './use-access-change';
import type { Wanted } from './use-grants';

type Props = { nodes: readonly [AccessNode, ...AccessNode[]]; close: () => void };

/** Gives the same access to several nodes, to all of them or to none. */
export function SeveralAccess({ nodes, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const create = query.useMutation('post', severalPath);
  const { attempt, waiting, refusal } = useAccessChange();
  const count = nodes.length;
  const give = ({ holder, role, recursive }: Wanted) =>
    attempt(
      (confirmed) =>
        create.mutateAsync({
          body: {
            node_ids: nodes.map((node) => node.node_id),
            ...holder,
            role,
            recursive,
            confirm_self_removal: confirmed,
          },
          headers: shownInPlace,
        }),
      () => {
        notify.success(t('access.several_done', { count }));
        close();
      },
    );
  return (
    <div className={classes['editor']}>
      {count <= mostAtOnce && (
        <AddAccess
          nodeId={nodes[0].node_id}
          container={nodes.some((node) => node.node_type !== 'file')}
          give={give}
          busy={create.isPending}
          first
        />
      )}
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      <p className={classes['quiet']}>
        {count <= mostAtOnce ? t('access.several_how') : t('access.several_most', { most: mostAtOnce })}
      </p>
      <SelfRemovalQuestion waiting={waiting} />
    </div>
  );
}
