import { useQueryClient } from '@tanstack/react-query';

/** After a change of a quota: all loaded data about quotas are fetched again. */
export function useRefresh() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[1] === 'string' && queryKey[1].startsWith('/api/core/quota/'),
    });
}
