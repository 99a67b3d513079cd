import { Loader } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { atBase } from '../../../platform/base-path';
import { sessionStore } from '../../../platform/session/session-store';
import { landingPath } from '../landing-path';
import { RefusalNote } from '../RefusalNote';
import { DoorPage } from './DoorPage';
import { takeWanted } from './provider-return';
import { useRefusal } from './refusal';
import { ToLogin } from './ToLogin';

/** Where the identity provider sends the browser back to: its code is handed in, once. */
export function ProviderReturnPage() {
  const { t } = useTranslation('identity');
  const refusal = useRefusal();
  const router = useRouter();
  const { code, state } = useSearch({ from: '/login/provider' });
  const finish = query.useMutation('post', '/api/core/auth/provider');
  const begun = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (begun.current || code === undefined || state === undefined) return;
    begun.current = true;
    mutate(
      { body: { code, state }, headers: shownInPlace },
      {
        onSuccess: (answer) => {
          sessionStore.signIn(answer.token);
          router.history.replace(atBase(landingPath(takeWanted())));
        },
      },
    );
  }, [code, state, mutate, router]);
  const refused = code === undefined || state === undefined ? t('organisation.refused') : refusal(finish.error);
  return (
    <DoorPage title={t('organisation.returning')}>
      <RefusalNote message={refused} />
      {refused === null ? <Loader aria-label={t('organisation.returning')} /> : <ToLogin />}
    </DoorPage>
  );
}
