import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/pt-notices.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = byArea(found, '_notices');
