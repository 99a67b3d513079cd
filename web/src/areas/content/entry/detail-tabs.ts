import i18next from 'i18next';
import type { DetailTab } from '../../../platform/registry/area';
import { later } from '../../../platform/routing/later';
import { isClosed } from '../move/may-move';

export const detailTabs: readonly DetailTab[] = [
  {
    key: 'information',
    order: 10,
    label: () => i18next.t('panel.information', { ns: 'content' }),
    fits: () => true,
    Tab: later(() => import('./InformationTab'), 'InformationTab'),
  },
  {
    key: 'access',
    order: 20,
    label: () => i18next.t('panel.access', { ns: 'content' }),
    fits: (entry) => entry.role === 'manager' && !isClosed(entry),
    Tab: later(() => import('../access/AccessTab'), 'AccessTab'),
  },
];
