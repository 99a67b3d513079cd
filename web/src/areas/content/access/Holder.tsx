import { useTranslation } from 'react-i18next';
import { GroupAvatar } from '../../../platform/ui/GroupAvatar';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { TwoLines } from '../../../platform/ui/table/TwoLines';
import type { Grant } from './grants';

/** The group or the person who has access. */
export function Holder({ grant }: { grant: Grant }) {
  const { t } = useTranslation(['content_actions', 'content']);
  const note = grant.active ? grant.detail : t('access.inactive');
  if (grant.user_group_id === null) {
    const picture = <PersonAvatar name={grant.name} src={grant.avatar_url} size={32} />;
    return <TwoLines title={grant.name} note={note} picture={picture} />;
  }
  return <TwoLines title={grant.name} note={note} picture={<GroupAvatar />} />;
}
