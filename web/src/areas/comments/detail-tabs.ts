import i18next from 'i18next';
import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import type { DetailTab } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';

const tab: DetailTab = {
  key: 'comments',
  order: 15,
  label: () => i18next.t('label', { ns: 'comments_panel' }),
  fits: (entry) => entry.node_type !== 'repository' && entry.role !== null,
  count: (entry) => ('open_comments' in entry ? entry.open_comments : 0),
  onPage: true,
  whileLocked: true,
  Tab: later(() => import('./CommentsTab'), 'CommentsTab'),
};

/** The tab, with its texts. */
export async function detailTabs(): Promise<readonly DetailTab[]> {
  await loadPanelTexts();
  return [tab];
}
