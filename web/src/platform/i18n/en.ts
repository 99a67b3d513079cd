import common from '../../../locales/en/common.json';
import shell from '../../../locales/en/shell.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/en.json', { base: '../../areas', eager: true, import: 'default' });

export const texts = { common, shell, ...byArea(found) };
