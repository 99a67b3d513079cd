import i18next from 'i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { loadPanelTexts } from '../../../platform/i18n/panel-texts';
import type { DetailTab } from '../../../platform/registry/area';
import { later } from '../../../platform/routing/later';
import { isClosed } from '../move/may-move';

const tabs: readonly DetailTab[] = [
  {
    key: 'information',
    order: 10,
    label: () => i18next.t('panel.information', { ns: 'content' }),
    fits: () => true,
    Tab: later(() => import('./InformationTab'), 'InformationTab'),
  },
  {
    key: 'versions',
    order: 16,
    label: () => i18next.t('label', { ns: 'content_panel' }),
    fits: (entry) => entry.node_type === 'file' && entry.role !== null && !isClosed(entry),
    onPage: true,
    Tab: later(() => withActionTexts(import('../versions/VersionsTab')), 'VersionsTab'),
  },
  {
    key: 'access',
    order: 12,
    label: () => i18next.t('panel.access', { ns: 'content' }),
    fits: (entry) => entry.role === 'manager' && !isClosed(entry),
    onPage: true,
    Tab: later(() => withActionTexts(import('../access/AccessTab')), 'AccessTab'),
  },
  {
    key: 'uses',
    order: 40,
    label: () => i18next.t('insights.tab', { ns: 'content_panel' }),
    fits: (entry) => entry.role === 'manager' && !isClosed(entry),
    Tab: later(() => import('../insights/UsesTab'), 'UsesTab'),
  },
];

/** The tabs, with their texts. */
export async function detailTabs(): Promise<readonly DetailTab[]> {
  await loadPanelTexts();
  return tabs;
}
