import organisation from '../../../locales/pt/organisation.json';
import people from '../../../locales/pt/people.json';
import settings from '../../../locales/pt/settings.json';
import system_log from '../../../locales/pt/system_log.json';

export const ptSettings = { organisation, people, settings, system_log };
