import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { isProblem } from '../../../platform/api/problem';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { notify } from '../../../platform/ui/notify';
import { changeEntries, inLists } from '../entry-pages';
import { coversKey, type Entry, entryQuery, foldersKey } from '../queries';
import { deleteIcon, fetchIcon, sendIcon } from './icon-calls';
import { iconOf } from './icon-of';

/** An entry that may have an icon. */
export type Iconed = Pick<Entry, 'node_id' | 'name'> & { icon?: string | null };

/** Gives an entry this icon, and says so with a way back. An error is thrown, for the dialog to show. */
export async function setIcon(client: QueryClient, appId: number, entry: Iconed, picture: Blob): Promise<void> {
  const former = await formerOf(appId, entry);
  showIcon(client, appId, entry.node_id, await sendIcon(appId, entry.node_id, picture));
  say('set', entry, () => giveBack(client, appId, entry, former));
}

/** Takes an entry's icon away, and says so with a way back. */
export async function removeIcon(client: QueryClient, appId: number, entry: Iconed): Promise<void> {
  const [former] = await Promise.all([formerOf(appId, entry), loadActionTexts()]);
  if (!(await deleteIcon(appId, entry.node_id))) return;
  showIcon(client, appId, entry.node_id, null);
  say('removed', entry, former === null ? null : () => giveBack(client, appId, entry, former));
}

const formerOf = (appId: number, entry: Iconed) =>
  iconOf(entry) === null ? Promise.resolve(null) : fetchIcon(appId, entry.node_id);

async function giveBack(client: QueryClient, appId: number, entry: Iconed, former: Blob | null): Promise<void> {
  try {
    if (former !== null) showIcon(client, appId, entry.node_id, await sendIcon(appId, entry.node_id, former));
    else if (await deleteIcon(appId, entry.node_id)) showIcon(client, appId, entry.node_id, null);
  } catch (problem) {
    notify.error(isProblem(problem) ? problem.message : i18next.t('error.failed', { ns: 'content' }));
  }
}

function say(what: 'set' | 'removed', { name }: Iconed, run: (() => Promise<void>) | null): void {
  notify.success(i18next.t(`icon.${what}`, { ns: 'content_actions', name }), run === null ? {} : { undo: { run } });
}

/** All that is loaded shows it at once; null: the usual look. */
function showIcon(client: QueryClient, appId: number, nodeId: number, icon: string | null): void {
  const iconed = (one: Entry): Entry => ({ ...one, icon });
  inLists(client, (pages) => changeEntries(pages, new Map([[nodeId, iconed]])));
  void client.invalidateQueries({ queryKey: entryQuery(appId, nodeId).queryKey });
  void client.invalidateQueries({ queryKey: coversKey });
  void client.invalidateQueries({ queryKey: foldersKey });
}
