import { Button, Skeleton } from '@mantine/core';
import { IconShieldCheck, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import classes from './AccessEditor.module.css';
import { AddAccess } from './AddAccess';
import { CheckAccess } from './check-access-later';
import { GrantRow } from './GrantRow';
import { type AccessNode, grantsAboveQuery, grantsQuery, holders } from './grants';
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
  /** Who has access comes first; the form is opened by a button. */
  asked?: boolean;
};

/**
 * Who has access to a node: a search for whom to check, grants of the node, which can be changed here, and inherited
 * ones, with links to their nodes.
 */
export function AccessEditor({ appId, node, leave, first = false, asked = false }: Props) {
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
  const adding = <AddAccess nodeId={node.node_id} container={container} give={give} busy={busy} first={first} />;
  const check = given.data !== undefined && (
    <Suspense fallback={<Skeleton height={36} radius="md" />}>
      <CheckAccess appId={appId} nodeId={node.node_id} leave={leave} />
    </Suspense>
  );
  return (
    <div className={classes['editor']}>
      {asked ? <Asked holders={holders(given.data?.items, above.data?.items)}>{adding}</Asked> : adding}
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      {!asked && check}
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
      {asked && check}
      <p className={classes['note']}>
        <IconShieldCheck size={18} stroke={1.7} aria-hidden />
        {t('access.admins')}
      </p>
      <SelfRemovalQuestion waiting={waiting} />
    </div>
  );
}

/** How many have access, and the form behind a button. */
function Asked({ holders, children }: { holders: { groups: number; people: number } | null; children: ReactNode }) {
  const { t } = useTranslation('content_actions');
  const [open, setOpen] = useState(false);
  const counts = (['people', 'groups'] as const).filter((kind) => (holders?.[kind] ?? 0) > 0);
  return (
    <>
      <div className={classes['head']}>
        <span className={classes['count']}>
          {counts.map((kind) => t(`access.count_${kind}`, { count: holders?.[kind] ?? 0 })).join(' · ')}
        </span>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconUserPlus size={16} stroke={1.7} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('access.add_people')}
        </Button>
      </div>
      {open && children}
    </>
  );
}
