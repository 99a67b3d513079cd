import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { atBase } from '../../../platform/base-path';
import { sessionStore } from '../../../platform/session/session-store';
import { landingPath } from '../landing-path';
import { takeWanted } from './provider-return';
import { useRefusal } from './refusal';

/** Sends the provider's code, once automatically, and again with each typed code of the second factor. */
export function useProviderReturn(code: string | undefined, state: string | undefined) {
  const { t } = useTranslation('identity_account');
  const refusal = useRefusal();
  const router = useRouter();
  const { mutateAsync, error, isPending } = query.useMutation('post', '/api/core/auth/provider');
  const [codeWanted, setCodeWanted] = useState(false);
  const begun = useRef(false);

  /** Resolves to whether the user is signed in. */
  const handIn = async (more: { second_factor?: string }): Promise<boolean> => {
    if (code === undefined || state === undefined) return false;
    try {
      const answer = await mutateAsync({ body: { code, state, ...more }, headers: shownInPlace });
      sessionStore.signIn(answer.token);
      router.history.replace(atBase(landingPath(takeWanted())));
      return true;
    } catch (problem) {
      if (asksForCode(problem)) setCodeWanted(true);
      return false;
    }
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void handIn({});
  });

  const incomplete = code === undefined || state === undefined;
  return {
    codeWanted,
    refusal: incomplete ? t('organisation.refused') : asksForCode(error) ? null : refusal(error),
    pending: isPending,
    send: (second_factor: string) => handIn({ second_factor }),
  };
}

function asksForCode(error: unknown): boolean {
  return isProblem(error) && error.code === 'second_factor_needed';
}
