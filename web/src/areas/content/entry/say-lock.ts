import i18next from 'i18next';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { notify } from '../../../platform/ui/notify';
import { lockWords } from '../browser/lock-words';
import type { Entry } from '../queries';

/** Says who has locked an entry since when, and what others may do meanwhile. */
export async function sayLock(entry: Entry): Promise<void> {
  await loadActionTexts();
  const t = i18next.getFixedT(null, ['content', 'content_actions']);
  const by = lockWords(entry, i18next.getFixedT(null, 'content'), i18next.language);
  const rule = t(entry.node_type === 'file' ? 'content_actions:lock.rule.file' : 'content_actions:lock.rule.folder');
  notify.info(`${entry.name}: ${by}. ${rule}`);
}
