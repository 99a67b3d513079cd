import i18next from 'i18next';
import type { DetailTab } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';

export const detailTabs: readonly DetailTab[] = [
  {
    key: 'activity',
    order: 30,
    label: () => i18next.t('activity.label', { ns: 'systemlog' }),
    fits: (entry) => entry.role !== null,
    onPage: true,
    Tab: later(() => import('./ActivityTab'), 'ActivityTab'),
  },
];
