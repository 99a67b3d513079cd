import 'i18next';
import type { en } from './en';
import type { enSettings } from './en-settings';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en & typeof enSettings;
  }
}
