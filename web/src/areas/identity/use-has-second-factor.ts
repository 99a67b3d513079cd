import { query } from '../../platform/api/client';

/** Whether a change of credentials needs a code: then its field is shown from the beginning. */
export function useHasSecondFactor(enabled = true): boolean {
  const { data } = query.useQuery('get', '/api/core/user/second_factor', {}, { enabled });
  return data?.enabled_at != null;
}
