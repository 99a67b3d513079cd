import organisation from '../../../locales/pt/organisation.json';
import settings from '../../../locales/pt/settings.json';

export const ptSettings = { organisation, settings };
