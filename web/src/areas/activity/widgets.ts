import { createElement, lazy } from 'react';
import { loadChunk } from '../../platform/routing/page';
import type { ActivityWidgets } from '../../platform/ui/seams';
import { LiveActivity } from '../content/LiveActivity';
import { Bell } from './Bell';
import { Tray } from './Tray';

const Recent = lazy(() => loadChunk(() => import('./Recent')).then((module) => ({ default: module.Recent })));

/** What the shell shows of background actions. */
export const activityWidgets: ActivityWidgets = {
  Provider: LiveActivity,
  Bell,
  Tray,
  Recent: () => createElement(Recent),
};
