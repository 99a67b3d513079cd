import activity from '../../../locales/pt/activity.json';
import common from '../../../locales/pt/common.json';
import content from '../../../locales/pt/content.json';
import form_rules from '../../../locales/pt/form_rules.json';
import identity from '../../../locales/pt/identity.json';
import shell from '../../../locales/pt/shell.json';
import { byArea } from './by-area';

const own = { activity, common, content, form_rules, identity, shell };
const found = import.meta.glob<object>('../../areas/*/locales/pt.json', { eager: true, import: 'default' });

export const texts = { ...own, ...byArea(found) };
