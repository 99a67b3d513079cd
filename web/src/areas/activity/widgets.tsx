import { Suspense } from 'react';
import { withTrayTexts } from '../../platform/i18n/tray-texts';
import { later } from '../../platform/routing/later';
import classes from './widgets.module.css';

const LaterBell = later(() => import('./Bell'), 'Bell');
const LaterTray = later(() => import('./Tray'), 'Tray');
const LaterRecent = later(() => withTrayTexts(import('./Recent')), 'Recent');

export function Bell() {
  return (
    <Suspense fallback={<span className={classes['bell']} />}>
      <LaterBell />
    </Suspense>
  );
}

export function Tray() {
  return (
    <Suspense fallback={null}>
      <LaterTray />
    </Suspense>
  );
}

export function Recent() {
  return (
    <Suspense fallback={<span className={classes['recent']} />}>
      <LaterRecent />
    </Suspense>
  );
}
