import { useQueryClient } from '@tanstack/react-query';
import { query, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import { userQuery } from '../../platform/session/account';
import { sessionStore } from '../../platform/session/session-store';

/** Changes the password; the answer begins a new session, which requires no reset. */
export function useResetPassword() {
  const client = useQueryClient();
  const change = query.useMutation('post', '/api/core/auth/reset_password');
  const reset = async (body: Schema<'ResetPasswordRequest'>): Promise<void> => {
    const answer = await change.mutateAsync({ body, headers: shownInPlace });
    const { claims } = sessionStore.signIn(answer.token);
    await client.fetchQuery({ ...userQuery(claims.usersId), staleTime: 0 });
  };
  return { reset, pending: change.isPending };
}
