import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../platform/api/client';
import { isProblem } from '../../platform/api/problem';
import { shownInPlace } from '../../platform/api/shown-in-place';
import { sessionStore } from '../../platform/session/session-store';
import { TokenError } from '../../platform/session/token';

/** The result of an attempt: a code may be needed besides the password. */
export type Outcome = 'in' | 'code_needed' | 'refused';

/** Signs in; `refusal` says why it failed, in the user's language. */
export function useSignIn() {
  const { t } = useTranslation('identity_account');
  const login = query.useMutation('post', '/api/core/auth/login');
  const [refusal, setRefusal] = useState<string | null>(null);

  const reason = (error: unknown): string => {
    if (isProblem(error)) return error.message;
    if (error instanceof TokenError) return t(`login.${error.code}`);
    return t('login.unreachable');
  };

  const signIn = async (credentials: Schema<'LoginRequest'>): Promise<Outcome> => {
    setRefusal(null);
    try {
      const answer = await login.mutateAsync({ body: credentials, headers: shownInPlace });
      sessionStore.signIn(answer.token);
      return 'in';
    } catch (error) {
      if (isProblem(error) && error.code === 'second_factor_needed') return 'code_needed';
      setRefusal(reason(error));
      return 'refused';
    }
  };

  return { signIn, refusal, forget: () => setRefusal(null), pending: login.isPending };
}
