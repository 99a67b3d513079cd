import billing from '../../../locales/pt/billing.json';
import organisation from '../../../locales/pt/organisation.json';
import people from '../../../locales/pt/people.json';
import services from '../../../locales/pt/services.json';
import settings from '../../../locales/pt/settings.json';
import system_log from '../../../locales/pt/system_log.json';
import themes from '../../../locales/pt/themes.json';

export const ptSettings = { billing, organisation, people, services, settings, system_log, themes };
