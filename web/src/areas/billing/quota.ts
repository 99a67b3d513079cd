import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';

export type Quota = Schema<'Quota'>;

export const billings = ['monthly_fee', 'prepaid', 'postpaid'] as const;

export const quotasPath = '/api/core/quota/tenant/{tenant_id}';
const entriesPath = '/api/core/quota/entry/{quota_id}/tenant/{tenant_id}';

/** The ledger by pages of 30, newest first. */
export function ledgerQuery(quota: Quota) {
  const path = { quota_id: quota.quota_id, tenant_id: quota.tenant_id };
  return infiniteQueryOptions({
    queryKey: ['get', entriesPath, path],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 30, ...(pageParam !== null && { after: pageParam }) };
      const { data, error } = await api.GET(entriesPath, { params: { path, query }, headers: shownInPlace, signal });
      if (data === undefined) throw error;
      return data;
    },
    getNextPageParam: (page) => page.next,
  });
}
