import type { ActivityWidgets } from '../../platform/ui/seams';

/** What the shell shows of background actions. */
export const activityWidgets: ActivityWidgets = {};
