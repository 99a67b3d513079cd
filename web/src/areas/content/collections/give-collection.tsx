import i18next from 'i18next';
import { isProblem } from '../../../platform/api/problem';
import type { ActionContext } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import { downloadEntries } from '../entry/download';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import { ShareDialog } from '../share/share-dialog-later';
import { allOf } from './api';
import type { Collection } from './collection-types';

/** Everything in a collection that the user sees; null, and a banner, if it cannot be read. */
async function readAll(appId: number, id: number): Promise<Entry[] | null> {
  try {
    return await allOf(appId, id);
  } catch (error) {
    notify.error(isProblem(error) ? error.message : i18next.t('error.failed', { ns: 'content' }));
    return null;
  }
}

/** Everything in a collection, as an archive; of very many entries as several. */
export async function downloadCollection(appId: number, id: number): Promise<void> {
  const all = await readAll(appId, id);
  if (all !== null) await downloadEntries(appId, all);
}

/**
 * Asks with whom the entries are shared, as far as the user may share them. A link to them follows the collection, if
 * the user may change that.
 */
export async function shareCollection(
  { collection_id: id, title, role }: Pick<Collection, 'collection_id' | 'title' | 'role'>,
  { appId, open }: ActionContext,
): Promise<void> {
  const all = await readAll(appId, id);
  if (all === null) return;
  const mayShare = (entry: Entry) => entry.role === 'manager' && !isClosed(entry);
  const [entries, left] = [all.filter(mayShare), all.filter((entry) => !mayShare(entry))];
  if (entries.length === 0) return notify.info(i18next.t('collection.shareNone', { ns: 'content_actions' }));
  const note = i18next.t('collection.shareNow', { ns: 'content_actions' });
  const following = role !== 'viewer' && { collectionId: id, note };
  open((close) => <ShareDialog {...{ appId, entries, left, together: title, close }} {...following} />);
}
