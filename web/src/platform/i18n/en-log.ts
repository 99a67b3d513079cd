import { byArea } from './by-area';

const found = import.meta.glob<object>('../../areas/*/locales/en-log.json', { eager: true, import: 'default' });

export const texts = byArea(found, '_log');
