import form_rules from '../../../locales/en/form_rules.json';
import settings from '../../../locales/en/settings.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/en-settings.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = { form_rules, settings, ...byArea(found, '_settings') };
