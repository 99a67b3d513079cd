import i18next from 'i18next';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { cutEntries, cutIn } from './cut-entries';
import { MoveDialog } from './move-dialog-later';
import { moveOrAsk } from './move-or-ask';
import { countOf, movedOf } from './moved-entries';

/** Asks where entries go. */
export function askWhere(entries: readonly Entry[], context: ActionContext): void {
  const { appId, folder, open } = context;
  const moved = movedOf(entries, context);
  const start = moved.whole?.parentId ?? entries[0]?.parent_id ?? folder?.nodeId ?? null;
  open((close) => <MoveDialog appId={appId} moved={moved} start={start} close={close} />);
}

/** Keeps entries until they are pasted. */
export async function cut(entries: readonly Entry[], context: ActionContext): Promise<void> {
  const moved = movedOf(entries, context);
  cutEntries({ appId: context.appId, moved });
  await loadActionTexts();
  notify.info(i18next.t('move.cut', { ns: 'content_actions', count: countOf(moved) }));
}

/** Moves what was cut into the open folder. */
export async function paste(context: ActionContext): Promise<void> {
  const moved = cutIn(context.appId);
  if (context.folder === null || moved === null) return;
  if (await moveOrAsk(context, moved, context.folder)) cutEntries(null);
}
