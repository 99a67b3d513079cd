import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import classes from './AccessAnswer.module.css';
import { toldTogether } from './checked-marks';
import type { AccessCheck } from './grants';
import { NodeLink } from './NodeLink';

type Props = {
  appId: number;
  check: AccessCheck;
  /** A group was checked: a grant to it is its own. */
  ofGroup: boolean;
  leave?: (() => void) | undefined;
};

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** Whether somebody may open a node, and the grants and marks that decide it. */
export function AccessAnswer({ appId, check, ofGroup, leave }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const { name, role } = check;
  const may = {
    reader: t('check.may.reader', { name }),
    writer: t('check.may.writer', { name }),
    manager: t('check.may.manager', { name }),
  };
  const place = (node: Schema<'ReasonNode'>) =>
    node.inherited ? <NodeLink appId={appId} node={node} leave={leave} /> : t('check.here');
  const isGranted = check.role_without_marks !== null;
  return (
    <div className={classes['answer']} data-open={role !== null || undefined}>
      {role === null ? <IconBan {...icon} /> : <IconCircleCheck {...icon} />}
      <div className={classes['words']}>
        <p className={classes['verdict']}>{role === null ? t('check.may_not', { name }) : may[role]}</p>
        <ul className={classes['reasons']}>
          {!check.active && <li>{t('access.inactive')}</li>}
          {check.by_office && <li>{t('check.admin')}</li>}
          {check.by.map((grant) => (
            <li key={grant.grant_id}>
              {grant.user_group_id === null || ofGroup
                ? t('check.directly')
                : t('check.by_group', { group: grant.name })}
              , {place(grant)}
            </li>
          ))}
          {check.active && !isGranted && <li>{check.passes ? t('check.passes') : t('check.no_grant')}</li>}
          {toldTogether(check.kept_out_by).map(([mark, ...others]) => (
            <li key={mark.security_mark_id}>
              {others.length === 0
                ? t('check.kept_out', { mark: mark.security_mark_key })
                : t('check.kept_out_by_all', {
                    marks: [mark, ...others].map((one) => one.security_mark_key).join(', '),
                  })}
              , {place(mark)}
            </li>
          ))}
          {role !== null && check.cleared.map((mark) => <Cleared key={mark.security_mark_id} mark={mark} />)}
        </ul>
      </div>
    </div>
  );
}

function Cleared({ mark }: { mark: AccessCheck['cleared'][number] }) {
  const { t } = useTranslation('content_actions');
  const groups = mark.cleared_by.map((group) => group.group_title).join(', ');
  return <li>{t('check.cleared', { mark: mark.security_mark_key, groups })}</li>;
}
