import billing from '../../../locales/pt/billing.json';
import content_settings from '../../../locales/pt/content_settings.json';
import organisation from '../../../locales/pt/organisation.json';
import people from '../../../locales/pt/people.json';
import services from '../../../locales/pt/services.json';
import settings from '../../../locales/pt/settings.json';
import themes from '../../../locales/pt/themes.json';
import { byArea } from './by-area';

const own = { billing, content_settings, organisation, people, services, settings, themes };
const found = import.meta.glob<object>('../../areas/*/locales/pt-settings.json', { eager: true, import: 'default' });

export const texts = { ...own, ...byArea(found, '_settings') };
