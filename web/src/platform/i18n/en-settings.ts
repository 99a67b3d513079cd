import billing from '../../../locales/en/billing.json';
import content_settings from '../../../locales/en/content_settings.json';
import organisation from '../../../locales/en/organisation.json';
import people from '../../../locales/en/people.json';
import services from '../../../locales/en/services.json';
import settings from '../../../locales/en/settings.json';
import system_log from '../../../locales/en/system_log.json';
import themes from '../../../locales/en/themes.json';

export const enSettings = { billing, content_settings, organisation, people, services, settings, system_log, themes };
