import i18next from 'i18next';
import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import type { DetailTab } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';

const tab: DetailTab = {
  key: 'review',
  order: 20,
  label: () => i18next.t('label', { ns: 'reviews_panel' }),
  fits: (entry) => entry.node_type === 'file' && entry.role !== null,
  onPage: true,
  whileLocked: true,
  Tab: later(() => import('./ReviewTab'), 'ReviewTab'),
};

/** The tab, with its texts. */
export async function detailTabs(): Promise<readonly DetailTab[]> {
  await loadPanelTexts();
  return [tab];
}
