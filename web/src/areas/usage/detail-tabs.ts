import i18next from 'i18next';
import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import type { DetailTab } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';

const tab: DetailTab = {
  key: 'usage',
  order: 25,
  label: () => i18next.t('label', { ns: 'usage_panel' }),
  // Of a file, readers see it where something is set; of a folder that is not known before.
  fits: (entry) =>
    entry.role !== null &&
    (entry.role !== 'reader' ||
      entry.node_type !== 'file' ||
      entry.usable_until != null ||
      ('asks_first' in entry && entry.asks_first)),
  onPage: true,
  Tab: later(() => import('./UsageTab'), 'UsageTab'),
};

/** The tab, with its texts. */
export async function detailTabs(): Promise<readonly DetailTab[]> {
  await loadPanelTexts();
  return [tab];
}
