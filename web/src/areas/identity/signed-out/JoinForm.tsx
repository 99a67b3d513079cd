import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { atBase } from '../../../platform/base-path';
import { useSession } from '../../../platform/session/use-session';
import classes from '../LoginForm.module.css';
import { RefusalNote } from '../RefusalNote';
import { useRefusal } from './refusal';

type Props = { token: string; email: string };

/** For a person with an account: they sign in, come back here, and join. */
export function JoinForm({ token, email }: Props) {
  const { t } = useTranslation('identity_account');
  const refusal = useRefusal();
  const client = useQueryClient();
  const router = useRouter();
  const session = useSession();
  const here = useLocation({ select: (location) => location.href });
  const join = query.useMutation('post', '/api/core/invitation/join');
  if (session === null) {
    return (
      <div className={classes['form']}>
        <p className={classes['hint']}>{t('invitation.has_account', { email })}</p>
        <Button
          size="md"
          h={44}
          fullWidth
          renderRoot={(props) => <Link to="/login" search={{ redirect: here }} {...props} />}
        >
          {t('login.submit')}
        </Button>
      </div>
    );
  }
  const submit = () =>
    join.mutate(
      { body: { token }, headers: shownInPlace },
      {
        onSuccess: () => {
          void client.invalidateQueries();
          router.history.push(atBase('/'));
        },
      },
    );
  return (
    <div className={classes['form']}>
      <RefusalNote message={refusal(join.error)} />
      <p className={classes['hint']}>{t('invitation.signed_in_as', { email: session.user.email })}</p>
      <Button size="md" h={44} fullWidth loading={join.isPending} onClick={submit}>
        {t('invitation.join')}
      </Button>
    </div>
  );
}
