import i18next from 'i18next';
import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import type { DetailTab } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';

const tab: DetailTab = {
  key: 'activity',
  order: 30,
  label: () => i18next.t('label', { ns: 'systemlog_panel' }),
  fits: (entry) => entry.role !== null,
  onPage: true,
  Tab: later(() => import('./ActivityTab'), 'ActivityTab'),
};

/** The tab, with its texts. */
export async function detailTabs(): Promise<readonly DetailTab[]> {
  await loadPanelTexts();
  return [tab];
}
