import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './AccessEditor.module.css';
import { type Grant, holderOf } from './grants';
import { Holder } from './Holder';
import { useReaches, useRoles } from './use-access-words';
import type { Wanted } from './use-grants';

type Props = {
  grant: Grant;
  container: boolean;
  give: (wanted: Wanted) => Promise<boolean>;
  take: (grant: Grant) => Promise<boolean>;
};

/** A grant: its principal, role, and range, and the button that revokes it. */
export function GrantRow({ grant, container, give, take }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const roles = useRoles();
  const reaches = useReaches();
  const change = (over: Partial<Wanted>) =>
    void give({ holder: holderOf(grant), role: grant.role, recursive: grant.recursive, ...over });
  return (
    <li className={classes['row']}>
      <Holder grant={grant} />
      <span className={classes['controls']}>
        <Select
          className={classes['role'] ?? ''}
          aria-label={t('access.role_of', { name: grant.name })}
          data={roles.options}
          value={grant.role}
          onChange={(role) => change({ role: roles.parse(role) ?? grant.role })}
          allowDeselect={false}
        />
        {container && (
          <Select
            className={classes['reach'] ?? ''}
            aria-label={t('access.reach_of', { name: grant.name })}
            data={reaches}
            value={grant.recursive ? 'all' : 'here'}
            onChange={(reach) => change({ recursive: reach === 'all' })}
            allowDeselect={false}
          />
        )}
        <ActionIcon
          size={36}
          variant="subtle"
          aria-label={t('access.remove', { name: grant.name })}
          onClick={() => void take(grant)}
        >
          <IconX size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
