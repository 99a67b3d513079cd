import organisation from '../../../locales/pt/organisation.json';
import settings from '../../../locales/pt/settings.json';
import themes from '../../../locales/pt/themes.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/pt-settings.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = { organisation, settings, themes, ...byArea(found, '_settings') };
