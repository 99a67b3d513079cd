import i18next from 'i18next';
import { isProblem } from '../../../platform/api/problem';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import { copyTo } from './copy-entries';
import { MoveDialog } from './move-dialog-later';
import { type Check, checkMove, moveTo } from './move-entries';
import { countOf, type Moved, type Target, type Way } from './moved-entries';
import type { Mover } from './told-until-ended';

/**
 * Moves or copies entries to where they were dropped or pasted; if something is in the way, the dialog says what, and asks.
 * `done` is called once they are on their way.
 */
export async function moveOrAsk(
  context: Mover & Pick<ActionContext, 'open'>,
  moved: Moved,
  target: Target,
  way: Way,
  done?: () => void,
): Promise<void> {
  const { appId } = context;
  await loadActionTexts();
  let check: Check;
  try {
    check = await checkMove(appId, moved, target, way);
  } catch (problem) {
    notify.error(isProblem(problem) ? problem.message : i18next.t('error.failed', { ns: 'content' }));
    return;
  }
  if (check.possible === countOf(moved) && check.existing_count === 0 && !check.no_room) {
    if (await (way === 'copy' ? copyTo : moveTo)(context, moved, target, 'skip')) done?.();
    return;
  }
  if (check.possible === 0 && check.already_there > 0) {
    notify.info(i18next.t('move.cannot.already_there', { ns: 'content_actions', count: check.already_there }));
    return;
  }
  context.open((close) => (
    <MoveDialog mover={context} moved={moved} way={way} start={target.nodeId} close={close} done={done} />
  ));
}
