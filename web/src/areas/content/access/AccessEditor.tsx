import { Skeleton } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import classes from './AccessEditor.module.css';
import { AddAccess } from './AddAccess';
import { CheckAccess } from './check-access-later';
import { GrantRow } from './GrantRow';
import { type AccessNode, grantsAboveQuery, grantsQuery } from './grants';
import { InheritedAccess } from './InheritedAccess';
import { SelfRemovalQuestion } from './SelfRemovalQuestion';
import { useGrants } from './use-grants';

type Props = {
  appId: number;
  node: AccessNode;
  /** Closes the surrounding dialog before a link leads elsewhere. */
  leave?: () => void;
  /** The search gets the focus. */
  first?: boolean;
};

/**
 * Who has access to a node: a search for whom to check, grants of the node, which can be changed here, and inherited
 * ones, with links to their nodes.
 */
export function AccessEditor({ appId, node, leave, first = false }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const given = useQuery(grantsQuery(node.node_id));
  const above = useQuery(grantsAboveQuery(node.node_id));
  const { give, take, waiting, refusal, busy } = useGrants(node.node_id);
  const container = node.node_type !== 'file';
  const failure = given.error ?? above.error;
  if (failure !== null) {
    return (
      <p role="alert" className={classes['refusal']}>
        {isProblem(failure) ? failure.message : t('content:error.failed')}
      </p>
    );
  }
  return (
    <div className={classes['editor']}>
      <AddAccess nodeId={node.node_id} container={container} give={give} busy={busy} first={first} />
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      {given.data !== undefined && (
        <Suspense fallback={<Skeleton height={36} radius="md" />}>
          <CheckAccess appId={appId} nodeId={node.node_id} leave={leave} />
        </Suspense>
      )}
      <section aria-labelledby="access-here">
        <h3 id="access-here" className={classes['heading']}>
          {t('access.here')}
        </h3>
        {given.data === undefined && <Skeleton height={44} radius="md" />}
        {given.data?.total === 0 && <p className={classes['quiet']}>{t('access.nobody')}</p>}
        <ul className={classes['rows']}>
          {given.data?.items.map((grant) => (
            <GrantRow key={grant.grant_id} grant={grant} container={container} give={give} take={take} />
          ))}
        </ul>
      </section>
      <InheritedAccess appId={appId} grants={above.data?.items ?? []} leave={leave} />
      <p className={classes['note']}>
        <IconShieldCheck size={18} stroke={1.7} aria-hidden />
        {t('access.admins')}
      </p>
      <SelfRemovalQuestion waiting={waiting} />
    </div>
  );
}
