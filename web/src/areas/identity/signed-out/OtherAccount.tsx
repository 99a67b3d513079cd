import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../platform/session/account';
import { signOut } from '../../../platform/session/sign-out';
import { useApplications } from '../../../platform/session/use-session';
import classes from '../LoginForm.module.css';

type Props = { signedIn: Pick<User, 'name' | 'email'>; invited: string };

/** Another user is signed in here: the invitation continues after they sign out, or they leave the page. */
export function OtherAccount({ signedIn, invited }: Props) {
  const { t } = useTranslation('identity_account');
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const content = useApplications().find((one) => one.application_key === 'content' && one.here);
  const library = content === undefined ? '/' : `/content/${content.application_instance_id}/navigation/home`;
  const leave = () => {
    setLeaving(true);
    void signOut(client);
  };
  return (
    <div className={classes['form']}>
      <p className={classes['hint']}>
        {t('invitation.signed_in_as', { email: signedIn.email })} {t('invitation.is_for', { email: invited })}
      </p>
      <Button size="md" h={44} fullWidth loading={leaving} onClick={leave}>
        {t('invitation.sign_out')}
      </Button>
      <Button size="md" h={44} fullWidth variant="default" component={Link} to={library}>
        {t('invitation.stay', { name: signedIn.name })}
      </Button>
    </div>
  );
}
