import billing from '../../../locales/pt/billing.json';
import content_settings from '../../../locales/pt/content_settings.json';
import organisation from '../../../locales/pt/organisation.json';
import people from '../../../locales/pt/people.json';
import services from '../../../locales/pt/services.json';
import settings from '../../../locales/pt/settings.json';
import system_log from '../../../locales/pt/system_log.json';
import themes from '../../../locales/pt/themes.json';

export const ptSettings = { billing, content_settings, organisation, people, services, settings, system_log, themes };
