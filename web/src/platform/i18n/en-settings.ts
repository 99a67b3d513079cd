import organisation from '../../../locales/en/organisation.json';
import people from '../../../locales/en/people.json';
import settings from '../../../locales/en/settings.json';
import system_log from '../../../locales/en/system_log.json';

export const enSettings = { organisation, people, settings, system_log };
