import organisation from '../../../locales/pt/organisation.json';
import settings from '../../../locales/pt/settings.json';
import system_log from '../../../locales/pt/system_log.json';

export const ptSettings = { organisation, settings, system_log };
