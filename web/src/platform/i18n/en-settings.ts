import organisation from '../../../locales/en/organisation.json';
import settings from '../../../locales/en/settings.json';

export const enSettings = { organisation, settings };
