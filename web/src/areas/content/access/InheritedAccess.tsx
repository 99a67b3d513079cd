import { useTranslation } from 'react-i18next';
import classes from './AccessEditor.module.css';
import type { GrantAbove } from './grants';
import { Holder } from './Holder';
import { NodeLink } from './NodeLink';
import { useRoles } from './use-access-words';

type Props = { appId: number; grants: readonly GrantAbove[]; leave?: (() => void) | undefined };

/** Inherited grants. They are changed at their own node. */
export function InheritedAccess({ appId, grants, leave }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const { names } = useRoles();
  if (grants.length === 0) return null;
  return (
    <section aria-labelledby="access-above">
      <h3 id="access-above" className={classes['heading']}>
        {t('access.above')}
      </h3>
      <ul className={classes['rows']}>
        {grants.map((grant) => (
          <li key={grant.grant_id} className={classes['row']}>
            <Holder grant={grant} />
            <span className={classes['from']}>
              <span className={classes['inherited']}>{names[grant.role]}</span>
              <NodeLink appId={appId} node={grant} leave={leave} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
