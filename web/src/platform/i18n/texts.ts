import type { texts as page } from './en';
import type { texts as settings } from './en-settings';

type Shared = typeof page & typeof settings;

/** All texts by namespace, for the types of keys; an area adds those of its folder in its `area.ts`. */
export interface Texts extends Shared {}
