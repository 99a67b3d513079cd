import i18next from 'i18next';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { keepEntries, keptIn } from './cut-entries';
import { MoveDialog } from './move-dialog-later';
import { moveOrAsk } from './move-or-ask';
import { countOf, movedOf, type Way } from './moved-entries';

/** Asks where entries go. */
export function askWhere(entries: readonly Entry[], context: ActionContext, way: Way): void {
  const { folder, open } = context;
  const moved = movedOf(entries, context);
  const start = moved.whole?.parentId ?? entries[0]?.parent_id ?? folder?.nodeId ?? null;
  open((close) => <MoveDialog mover={context} moved={moved} way={way} start={start} close={close} />);
}

/** Keeps entries until they are pasted. */
export async function keep(entries: readonly Entry[], context: ActionContext, way: Way): Promise<void> {
  const moved = movedOf(entries, context);
  keepEntries({ appId: context.appId, moved, way });
  await loadActionTexts();
  const words = way === 'copy' ? 'copy.kept' : 'move.cut';
  notify.info(i18next.t(words, { ns: 'content_actions', count: countOf(moved) }));
}

/** Moves what was cut into the open folder, or copies what was copied; that may be pasted again. */
export async function paste(context: ActionContext): Promise<void> {
  const kept = keptIn(context.appId);
  if (context.folder === null || kept === null) return;
  const done = () => {
    if (kept.way === 'move' && keptIn(context.appId) === kept) keepEntries(null);
  };
  await moveOrAsk(context, kept.moved, context.folder, kept.way, done);
}
