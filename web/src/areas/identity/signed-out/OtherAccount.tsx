import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../../platform/session/sign-out';
import classes from '../LoginForm.module.css';

type Props = { signedIn: string; invited: string };

/** Somebody else is signed in here: the invitation goes on once they are out. */
export function OtherAccount({ signedIn, invited }: Props) {
  const { t } = useTranslation('identity');
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut(client);
  };
  return (
    <div className={classes['form']}>
      <p className={classes['hint']}>
        {t('invitation.signed_in_as', { email: signedIn })} {t('invitation.is_for', { email: invited })}
      </p>
      <Button size="md" h={44} fullWidth loading={leaving} onClick={leave}>
        {t('invitation.sign_out')}
      </Button>
    </div>
  );
}
