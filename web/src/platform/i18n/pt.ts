import common from '../../../locales/pt/common.json';
import form_rules from '../../../locales/pt/form_rules.json';
import shell from '../../../locales/pt/shell.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/pt.json', { base: '../../areas', eager: true, import: 'default' });

export const texts = { common, form_rules, shell, ...byArea(found) };
