import { query } from '../../platform/api/client';

/** Whether a change of credentials asks for a code: then its field is there from the beginning. */
export function useHasSecondFactor(enabled = true): boolean {
  const { data } = query.useQuery('get', '/api/core/user/second_factor', {}, { enabled });
  return data?.enabled_at != null;
}
