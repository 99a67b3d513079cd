import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import classes from './AccessEditor.module.css';
import type { Grant } from './grants';

/** The group or the person who has access. */
export function Holder({ grant }: { grant: Grant }) {
  const { t } = useTranslation(['content_actions', 'content']);
  const note = grant.active ? grant.detail : t('access.inactive');
  if (grant.user_group_id === null) {
    const picture = <PersonAvatar name={grant.name} src={grant.avatar_url} size={32} />;
    return <TwoLines title={grant.name} note={note} picture={picture} />;
  }
  const drawing = (
    <span className={classes['group']}>
      <IconUsersGroup size={18} stroke={1.7} aria-hidden />
    </span>
  );
  return <TwoLines title={grant.name} note={note} picture={drawing} />;
}
