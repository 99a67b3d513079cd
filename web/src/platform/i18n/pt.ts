import common from '../../../locales/pt/common.json';
import shell from '../../../locales/pt/shell.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/pt.json', { base: '../../areas', eager: true, import: 'default' });

export const texts = { common, shell, ...byArea(found) };
