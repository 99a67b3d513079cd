import i18next from 'i18next';
import type { Schema } from '../../../platform/api/client';
import type { ActionContext } from '../../../platform/registry/actions';
import { type Ended, type Lead, notify, type Undo } from '../../../platform/ui/notify';
import type { Target, Way } from './moved-entries';
import { outcomeOf, whenEnded } from './when-ended';

type BgAction = Schema<'BgAction'>;

/** What a move or a copy needs of the page. */
export type Mover = Pick<ActionContext, 'appId' | 'client' | 'navigate'>;

interface Going {
  way: Way;
  /** The background actions that carry it out. */
  ids: readonly string[];
  /** How many entries were chosen, and the name of the first; the actions count what lies in them, too. */
  count: number;
  name: string;
  target: Target;
  undo: Undo;
}

/** Leads to a folder, unless that is open. */
export function leadTo({ appId, navigate }: Mover, { nodeId }: Target): Lead | undefined {
  if (window.location.pathname.endsWith(`/navigation/${nodeId}`)) return undefined;
  return {
    label: i18next.t('move.open', { ns: 'content_actions' }),
    run: () => void navigate({ to: '/content/$appId/navigation/$parentId', params: { appId, parentId: nodeId } }),
  };
}

/** The banner says what goes on, and once that has ended, how. */
export function toldUntilEnded(mover: Mover, words: string, going: Going): void {
  const ended = whenEnded(mover.client, going.ids).then((actions) => endOf(mover, actions, going));
  notify.goesOn(words, { undo: going.undo, actions: going.ids }, ended);
}

function endOf(mover: Mover, actions: readonly BgAction[], { way, count, name, target, undo }: Going): Ended | null {
  const outcome = outcomeOf(actions);
  if (outcome === null) return null;
  const { done, all, why } = outcome;
  const lead = leadTo(mover, target);
  const folder = target.name;
  if (done === all) {
    const message = i18next.t(`${way}.ended`, { ns: 'content_actions', count, name, folder });
    return { kind: 'success', message, undo, lead };
  }
  const message = i18next.t(`${way}.endedPartly`, { ns: 'content_actions', count: all, done, name, folder });
  return {
    kind: done === 0 ? 'error' : 'info',
    message: why === undefined ? message : `${message} ${why}`,
    ...(done > 0 && { undo, lead }),
  };
}
