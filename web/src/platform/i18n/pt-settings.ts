import organisation from '../../../locales/pt/organisation.json';
import people from '../../../locales/pt/people.json';
import settings from '../../../locales/pt/settings.json';

export const ptSettings = { organisation, people, settings };
