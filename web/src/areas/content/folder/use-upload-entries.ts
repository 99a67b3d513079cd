import { useMemo, useRef, useSyncExternalStore } from 'react';
import { isActive } from '../../../platform/uploads/upload-queue';
import { useUploads } from '../../../platform/uploads/uploads-context';
import type { Order } from '../orders';
import type { Entry } from '../queries';
import { uploadsIn, withUploads } from './upload-entries';

/**
 * A folder's list with the uploads to it. One that has arrived stays until its entry is there; then it never comes back,
 * whatever becomes of the entry.
 */
export function useUploadEntries(
  entries: readonly Entry[],
  { folderId, order, more }: { folderId: number; order: Order; more: boolean },
): readonly Entry[] {
  const { uploads } = useUploads();
  const sent = useRef(new Set<string>());
  // Only which uploads there are: how far they are is their cards' concern.
  const which = useSyncExternalStore(uploads.subscribe, () =>
    uploadsIn(uploads.snapshot(), folderId)
      .map(({ id, state, ticket }) => `${id}/${state === 'done'}/${ticket?.nodeId ?? ''}`)
      .join(),
  );
  return useMemo(() => {
    if (which === '') return entries;
    const there = new Set(entries.map(({ node_id }) => node_id));
    const shown = uploadsIn(uploads.snapshot(), folderId).filter((upload) => {
      if (isActive(upload)) sent.current.add(upload.id);
      if (upload.ticket !== null && there.has(upload.ticket.nodeId)) sent.current.delete(upload.id);
      return sent.current.has(upload.id);
    });
    return withUploads(entries, shown, order, more);
  }, [which, entries, uploads, folderId, order, more]);
}
