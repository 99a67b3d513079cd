import { Suspense } from 'react';
import { later } from '../../../platform/routing/later';

const LaterStrips = later(() => import('./HomeStrips'), 'HomeStrips');

export function HomeWidget() {
  return (
    <Suspense fallback={null}>
      <LaterStrips />
    </Suspense>
  );
}
