import common from '../../../locales/en/common.json';
import form_rules from '../../../locales/en/form_rules.json';
import shell from '../../../locales/en/shell.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/en.json', { base: '../../areas', eager: true, import: 'default' });

export const texts = { common, form_rules, shell, ...byArea(found) };
