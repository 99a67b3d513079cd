import { useQueryClient } from '@tanstack/react-query';

/** After a quota has changed: everything that was read of quotas is asked for again. */
export function useRefresh() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[1] === 'string' && queryKey[1].startsWith('/api/core/quota/'),
    });
}
