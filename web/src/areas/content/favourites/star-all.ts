import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { api, type Schema } from '../../../platform/api/client';
import type { WholeSelection } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import { named, selectionOf } from '../entry/named-selections';
import { heardOfFavourite } from './favourites';

/** Makes everything that is selected favourites, or ends it if all of them are, and says so. */
export async function starAll(client: QueryClient, appId: number, whole: WholeSelection): Promise<void> {
  const selection = selectionOf(whole);
  let chosen = true;
  let changed = await star(client, appId, selection, chosen);
  if (changed?.length === 0) {
    chosen = false;
    changed = await star(client, appId, selection, chosen);
  }
  // The server's words about it are a banner already; of nothing there is nothing to say.
  if (changed === null || changed.length === 0) return;
  const ids = changed;
  const run = async () => {
    for (const some of named(ids)) await star(client, appId, some, !chosen);
  };
  const told = chosen ? 'favourites.allGiven' : 'favourites.allTaken';
  notify.success(i18next.t(told, { ns: 'content', count: ids.length }), { undo: { run } });
}

/** The entries of which the star has changed; null if the server refused. */
async function star(
  client: QueryClient,
  appId: number,
  selection: Schema<'Selection'>,
  chosen: boolean,
): Promise<readonly number[] | null> {
  const asked = { params: { path: { application_instance_id: appId } }, body: { ...selection, chosen } };
  const answer = await api.POST('/api/app/{application_instance_id}/home/favourite', asked).catch(() => null);
  const data = answer?.data;
  if (data === undefined) return null;
  heardOfFavourite(client, null, chosen);
  return data.node_ids;
}
