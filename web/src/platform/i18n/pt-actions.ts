import form_rules from '../../../locales/pt/form_rules.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/pt-actions.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = { form_rules, ...byArea(found, '_actions') };
