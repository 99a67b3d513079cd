import organisation from '../../../locales/en/organisation.json';
import settings from '../../../locales/en/settings.json';
import themes from '../../../locales/en/themes.json';
import { byArea } from './by-area';

const found = import.meta.glob<object>('./*/locales/en-settings.json', {
  base: '../../areas',
  eager: true,
  import: 'default',
});

export const texts = { organisation, settings, themes, ...byArea(found, '_settings') };
