import billing from '../../../locales/en/billing.json';
import content_settings from '../../../locales/en/content_settings.json';
import organisation from '../../../locales/en/organisation.json';
import people from '../../../locales/en/people.json';
import services from '../../../locales/en/services.json';
import settings from '../../../locales/en/settings.json';
import themes from '../../../locales/en/themes.json';
import { byArea } from './by-area';

const own = { billing, content_settings, organisation, people, services, settings, themes };
const found = import.meta.glob<object>('../../areas/*/locales/en-settings.json', { eager: true, import: 'default' });

export type SettingsTexts = typeof own;

export const texts = { ...own, ...byArea(found, '_settings') };
