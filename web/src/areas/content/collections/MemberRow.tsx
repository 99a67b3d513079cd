import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupAvatar } from '../../../platform/ui/GroupAvatar';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import type { CollectionRole, Member } from './collection-types';
import classes from './MembersDialog.module.css';
import { useRoleWords } from './use-role-words';

/** Another role, or none any more. */
export type RowChoice = CollectionRole | 'leave';

interface Props {
  member: Member;
  /** The user owns the collection. */
  decides: boolean;
  isMe: boolean;
  choose: (choice: RowChoice) => void;
  /** Under them. */
  note: ReactNode;
}

/** A person or a group with its role. */
export function MemberRow({ member, decides, isMe, choose, note }: Props) {
  const { t } = useTranslation('content_actions');
  const { words, parse } = useRoleWords();
  const { name, role, users_id: person } = member;
  // Only a person becomes an owner.
  const roles: CollectionRole[] = person === null ? ['viewer', 'editor'] : ['viewer', 'editor', 'owner'];
  return (
    <li className={classes['row']}>
      <span className={classes['who']}>
        {person === null ? <GroupAvatar /> : <PersonAvatar name={name} src={member.avatar_url} size={32} />}
        <span className={classes['name']}>{name}</span>
      </span>
      <span className={classes['controls']}>
        {decides ? (
          <Select
            className={classes['role'] ?? ''}
            aria-label={t('collection.roleOf', { name })}
            data={roles.map((value) => ({ value, label: words[value] }))}
            value={role}
            onChange={(value) => {
              const chosen = parse(value);
              if (chosen !== null && chosen !== role) choose(chosen);
            }}
            allowDeselect={false}
          />
        ) : (
          <span className={classes['quiet']}>{words[role]}</span>
        )}
        {(decides || isMe) && (
          <ActionIcon
            size={36}
            variant="subtle"
            aria-label={isMe ? t('collection.leave') : t('collection.removeMember', { name })}
            onClick={() => choose('leave')}
          >
            <IconX size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {note}
    </li>
  );
}
