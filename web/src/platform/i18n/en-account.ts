import form_rules from '../../../locales/en/form_rules.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/en-account.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = { form_rules, ...byArea(found, '_account') };
