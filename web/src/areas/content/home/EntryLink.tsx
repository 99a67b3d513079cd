import { Link } from '@tanstack/react-router';
import { type PropsWithChildren, Suspense } from 'react';
import { usePointerPlace } from '../folder/pointer-place';
import { RepositoryPointerMenu } from '../folder/repository-menu-later';
import type { Entry } from '../queries';

type Props = PropsWithChildren<{
  appId: number;
  entry: Pick<Entry, 'node_id' | 'node_type' | 'parent_id' | 'name' | 'role'>;
  className?: string | undefined;
  /** Of a document, the page that it opens at. */
  page?: number | null;
}>;

/** Leads into a folder, or to a file in the viewer over its folder. A right click on a repository opens its menu. */
export function EntryLink({ appId, entry, className = '', page = null, children }: Props) {
  const isFile = entry.node_type === 'file';
  const parentId = isFile ? (entry.parent_id ?? entry.node_id) : entry.node_id;
  const { place, show, close } = usePointerPlace();
  const hasMenu = entry.node_type === 'repository' && entry.role !== null;
  return (
    <>
      <Link
        to="/content/$appId/navigation/$parentId"
        params={{ appId, parentId }}
        search={isFile ? { show: entry.node_id, ...(page !== null && { page }) } : {}}
        className={className}
        title={entry.name}
        onContextMenu={hasMenu ? show : undefined}
      >
        {children}
      </Link>
      {place && (
        <Suspense fallback={null}>
          <RepositoryPointerMenu appId={appId} repository={entry} place={place} close={close} />
        </Suspense>
      )}
    </>
  );
}
