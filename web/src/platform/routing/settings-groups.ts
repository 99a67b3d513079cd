import i18next from 'i18next';
import type { Words } from '../registry/words';

/** A heading of the settings menu. */
export interface SettingsGroup {
  key: string;
  /** The place in the menu, ascending. */
  order: number;
  title: Words;
}

/** In the order in which an organisation is set up. The settings of each content application are a group of their own. */
export const settingsGroups = {
  organisation: {
    key: 'organisation',
    order: 10,
    title: () => i18next.t('menu.groups.organisation', { ns: 'settings' }),
  },
  content: { key: 'content', order: 20, title: () => i18next.t('menu.groups.content', { ns: 'settings' }) },
  platform: { key: 'platform', order: 30, title: () => i18next.t('menu.groups.platform', { ns: 'settings' }) },
  records: { key: 'records', order: 40, title: () => i18next.t('menu.groups.records', { ns: 'settings' }) },
} as const satisfies Readonly<Record<string, SettingsGroup>>;
