import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Role, User } from '../../platform/session/account';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import classes from './ProfileCard.module.css';

/** The user's roles, the organisations they administer, and their groups. */
export function ProfileCard({ user }: { user: User }) {
  const { t } = useTranslation('identity_account');
  const roleNames: Record<Role, string> = {
    USER_MASTER: t('roles.master'),
    USER_ADMIN: t('roles.admin'),
    USER_MANAGER: t('roles.manager'),
    USER_REGULAR: t('roles.regular'),
  };
  return (
    <section className={classes['card']} aria-label={user.name}>
      <PersonAvatar name={user.name} src={user.avatar_url ?? null} size={72} />
      <p className={classes['name']}>{user.name}</p>
      <p className={classes['email']}>{user.email}</p>
      <div className={classes['chips']}>
        {user.roles.map((role) => (
          <Badge key={role} variant="outline" color="gray" className={classes['chip'] ?? ''}>
            {roleNames[role]}
          </Badge>
        ))}
      </div>
      {user.admins.length > 0 && (
        <>
          <h2 className={classes['heading']}>{t('profile.administers')}</h2>
          <ul className={classes['list']}>
            {user.admins.map((tenant) => (
              <li key={tenant.tenant_id}>{tenant.tenant_title}</li>
            ))}
          </ul>
        </>
      )}
      {user.groups.length > 0 && (
        <>
          <h2 className={classes['heading']}>{t('profile.groups')}</h2>
          <ul className={classes['list']}>
            {user.groups.map((group) => (
              <li key={group.user_group_id}>
                {group.group_title}
                {group.manager === 1 && <span className={classes['manages']}>{t('profile.manages')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
