import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { later } from '../platform/routing/later';
import { useSession } from '../platform/session/use-session';
import { OnUse } from '../platform/ui/OnUse';
import { PersonAvatar } from '../platform/ui/PersonAvatar';
import classes from './UserButton.module.css';

const UserMenu = later(() => import('./UserMenu'), 'UserMenu');

/** The picture of the user, with their menu. */
export function UserButton() {
  const { t } = useTranslation('shell');
  const user = useSession()?.user;
  if (user === undefined) return <span className={classes['place']} />;
  const button = (
    <UnstyledButton className={classes['button'] ?? ''} aria-label={t('user_menu.label', { name: user.name })}>
      <PersonAvatar name={user.name} src={user.avatar_url ?? null} size={34} />
    </UnstyledButton>
  );
  return (
    <OnUse target={button} prefetch={UserMenu.prefetch}>
      <UserMenu target={button} />
    </OnUse>
  );
}
