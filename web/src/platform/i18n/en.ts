import activity from '../../../locales/en/activity.json';
import common from '../../../locales/en/common.json';
import content from '../../../locales/en/content.json';
import form_rules from '../../../locales/en/form_rules.json';
import identity from '../../../locales/en/identity.json';
import shell from '../../../locales/en/shell.json';

export const en = { activity, common, content, form_rules, identity, shell };
