import i18next from 'i18next';
import { api, type Schema } from '../../../platform/api/client';
import { notify } from '../../../platform/ui/notify';
import { named } from '../entry/named-selections';
import { removed } from '../entry/removal';
import { takeBack, tellRestored } from '../entry/take-back';
import type { Mover } from '../move/told-until-ended';
import { whenEnded } from '../move/when-ended';
import { binKey } from '../queries';
import { equalKey } from './equal-queries';

/** Moves files to the bin, in the background; the banner offers to take it back. False if the server refused. */
export async function removeEqual({ appId, client }: Mover, ids: readonly number[]): Promise<boolean> {
  const begun: Schema<'Begun'>[] = [];
  for (const body of named(ids)) {
    const { data } = await api.POST('/api/app/{application_instance_id}/selection/remove', {
      params: { path: { application_instance_id: appId } },
      body,
    });
    if (data === undefined) break;
    begun.push(data);
  }
  if (begun.length === 0) return false;
  const actions = begun.map(({ bg_action }) => bg_action.bg_action_id);
  const count = begun.reduce((sum, one) => sum + one.count, 0);
  const changed = async () => {
    for (const queryKey of [equalKey, binKey(appId), ['entries']]) await client.invalidateQueries({ queryKey });
  };
  const undo = {
    run: async () => {
      const back = await Promise.all(actions.map((id) => takeBack(appId, id)));
      tellRestored(client, back);
      const known = back.filter((id) => id !== null);
      if (known.length === 0) return;
      await whenEnded(client, known);
      await changed();
    },
  };
  const words = i18next.t('remove.done', { ns: 'content', count });
  const ended = removed(client, actions, { count, undo }).then(async (end) => {
    await changed();
    return end;
  });
  notify.goesOn(words, { undo, actions }, ended);
  return true;
}
