import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRegistry } from '../../../platform/registry/registry';
import type { ListFilter } from '../queries';
import { type Asked, filterOf } from '../search/search-params';

const route = getRouteApi('/shell/content/$appId/navigation/$parentId');

/** What the list of a folder is narrowed to. */
export type Narrow = Pick<Asked, 'type' | 'by'>;

export interface Narrowed {
  /** As the address says it. */
  narrow: Narrow;
  /** As the server is asked; null: everything is listed. */
  filter: ListFilter | null;
  change: (next: Narrow) => void;
}

export function useNarrowed(): Narrowed {
  const { type, by } = route.useSearch();
  const { entryTypes } = useRegistry();
  const navigate = useNavigate();
  const filter = useMemo(() => {
    const asked = filterOf({ type, by }, entryTypes);
    return Object.keys(asked).length === 0 ? null : asked;
  }, [type, by, entryTypes]);
  // Each choice is a step that the browser's Back takes back.
  const change = (next: Narrow) =>
    void navigate({ to: '.', search: (now) => ({ ...now, type: next.type, by: next.by }) });
  return { narrow: { type, by }, filter, change };
}
