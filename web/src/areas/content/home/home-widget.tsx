import { Suspense } from 'react';
import { later } from '../../../platform/routing/later';

const LaterStrips = later(() => import('./HomeStrips'), 'HomeStrips');
const LaterNews = later(() => import('./HomeHead'), 'HomeNews');
const LaterUpload = later(() => import('./HomeHead'), 'HomeUpload');

export function HomeWidget() {
  return (
    <Suspense fallback={null}>
      <LaterStrips />
    </Suspense>
  );
}

export function NewsOfHome() {
  return (
    <Suspense fallback={'\u00a0'}>
      <LaterNews />
    </Suspense>
  );
}

export function UploadOfHome() {
  return (
    <Suspense fallback={null}>
      <LaterUpload />
    </Suspense>
  );
}
