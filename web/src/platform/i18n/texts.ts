import type { PageTexts } from './en';
import type { SettingsTexts } from './en-settings';

/** All texts by namespace, for the types of keys; an area adds those of its folder in its `area.ts`. */
export interface Texts extends PageTexts, SettingsTexts {}
