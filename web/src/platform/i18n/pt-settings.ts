import form_rules from '../../../locales/pt/form_rules.json';
import settings from '../../../locales/pt/settings.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/pt-settings.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = { form_rules, settings, ...byArea(found, '_settings') };
