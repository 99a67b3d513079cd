import { lazy, Suspense } from 'react';
import { loadChunk } from '../../platform/routing/page';
import type { ActivityWidgets } from '../../platform/ui/extension-points';
import { LiveActivity } from '../content/LiveActivity';
import classes from './widgets.module.css';

const Bell = lazy(() => loadChunk(() => import('./Bell')).then((module) => ({ default: module.Bell })));
const Tray = lazy(() => loadChunk(() => import('./Tray')).then((module) => ({ default: module.Tray })));
const Recent = lazy(() => loadChunk(() => import('./Recent')).then((module) => ({ default: module.Recent })));

/** The widgets that the shell shows; all but the provider are loaded after the page itself. */
export const activityWidgets: ActivityWidgets = {
  Provider: LiveActivity,
  Bell: () => (
    <Suspense fallback={<span className={classes['bell']} />}>
      <Bell />
    </Suspense>
  ),
  Tray: () => (
    <Suspense fallback={null}>
      <Tray />
    </Suspense>
  ),
  Recent: () => (
    <Suspense fallback={<span className={classes['recent']} />}>
      <Recent />
    </Suspense>
  ),
};
