import { Link } from '@tanstack/react-router';
import type { PropsWithChildren } from 'react';
import type { Entry } from '../queries';

type Props = PropsWithChildren<{
  appId: number;
  entry: Pick<Entry, 'node_id' | 'node_type' | 'parent_id' | 'name'>;
  className?: string | undefined;
  /** Of a document, the page that it opens at. */
  page?: number | null;
}>;

/** Leads into a folder, or to a file in the viewer over its folder. */
export function EntryLink({ appId, entry, className = '', page = null, children }: Props) {
  const isFile = entry.node_type === 'file';
  const parentId = isFile ? (entry.parent_id ?? entry.node_id) : entry.node_id;
  return (
    <Link
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId }}
      search={isFile ? { show: entry.node_id, ...(page !== null && { page }) } : {}}
      className={className}
      title={entry.name}
    >
      {children}
    </Link>
  );
}
