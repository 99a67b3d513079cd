import activity from '../../../locales/en/activity.json';
import common from '../../../locales/en/common.json';
import content from '../../../locales/en/content.json';
import form_rules from '../../../locales/en/form_rules.json';
import identity from '../../../locales/en/identity.json';
import shell from '../../../locales/en/shell.json';
import { byArea } from './by-area';

const own = { activity, common, content, form_rules, identity, shell };
const found = import.meta.glob<object>('../../areas/*/locales/en.json', { eager: true, import: 'default' });

export type PageTexts = typeof own;

export const texts = { ...own, ...byArea(found) };
