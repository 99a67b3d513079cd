import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';
import { useUsed } from '../../../platform/routing/use-used';
import { lockWords } from '../browser/lock-words';
import type { useEntryList } from '../browser/use-entry-list';
import { itemCount } from '../entry/entry-facts';
import type { Order } from '../orders';
import type { EntryDetail } from '../queries';

const FolderCounts = later(() => withActionTexts(import('./FolderCounts')), 'FolderCounts');

/** How much is in a folder, and who has locked it; null if there is nothing to say. */
export function useFolderTotal(
  folder: EntryDetail | undefined,
  list: ReturnType<typeof useEntryList>,
  order: Order,
): ReactNode {
  const { t, i18n } = useTranslation('content');
  const used = useUsed();
  const total = list.total ?? 0;
  const items = total > 0 ? itemCount(total, t, i18n.language, list.totalAtLeast) : null;
  const lock = folder?.locked ? lockWords(folder, t, i18n.language) : null;
  if (items === null) return lock;
  return (
    <>
      <Suspense fallback={items}>{used ? <FolderCounts {...{ total, items, list, order }} /> : items}</Suspense>
      {lock !== null && ` · ${lock}`}
    </>
  );
}
