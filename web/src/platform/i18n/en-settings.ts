import organisation from '../../../locales/en/organisation.json';
import people from '../../../locales/en/people.json';
import settings from '../../../locales/en/settings.json';

export const enSettings = { organisation, people, settings };
