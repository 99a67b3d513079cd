import i18next from 'i18next';
import { isProblem } from '../../../platform/api/problem';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext, WholeSelection } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { AddDialog } from './AddDialog';
import { collectionCalls, refresh } from './api';
import { collectionOf } from './collected';

/** Asks to which collection entries are added. */
export async function addToCollection(entries: readonly Entry[], { appId, open }: ActionContext): Promise<void> {
  await loadActionTexts();
  open((close) => <AddDialog appId={appId} entries={entries} close={close} />);
}

/** Asks to which collection everything that is selected is added. */
export async function addAllToCollection(whole: WholeSelection, { appId, open }: ActionContext): Promise<void> {
  await loadActionTexts();
  open((close) => <AddDialog appId={appId} entries={[]} whole={whole} close={close} />);
}

/** Takes entries out of the collection that they are shown in. */
export async function removeFromCollection(entries: readonly Entry[], { appId, client }: ActionContext): Promise<void> {
  const [first] = entries;
  const collection = first ? collectionOf(first) : null;
  if (first === undefined || collection === null) return;
  await loadActionTexts();
  const { collectionId: id, title } = collection;
  const ids = entries.map((entry) => entry.node_id);
  const calls = collectionCalls(appId);
  try {
    await calls.takeOut(id, ids);
  } catch (error) {
    return notify.error(isProblem(error) ? error.message : i18next.t('error.failed', { ns: 'content' }));
  }
  await refresh(client, appId, id);
  const told = i18next.t('collection.takenOut', {
    ns: 'content_actions',
    count: ids.length,
    name: first.name,
    title,
  });
  notify.success(told, {
    undo: {
      run: async () => {
        await calls.add(id, ids);
        await refresh(client, appId, id);
      },
    },
  });
}
