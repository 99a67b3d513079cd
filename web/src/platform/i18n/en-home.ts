import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/en-home.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = byArea(found, '_home');
